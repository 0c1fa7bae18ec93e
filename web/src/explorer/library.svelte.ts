// The moves played in the current position: in games on this server, or in those that come with the
// page.

import { engine } from '../engine/engine'
import type { Choices } from '../generated/protocol'
import { messageOf } from '../kit/failure'
import { ask } from '../server/api'
import { ExplorerFile, partsOf, wholeOf, type About, type Read } from './file'

/** Where games come from: files on the server, or the page's own file, made by generate.sh. */
export type Origin = 'server' | 'page'

const pages = import.meta.glob<string>('./*.explorer', { query: '?url', import: 'default' })

/** What is known about the server's files: nothing if there is no server. */
let served: Promise<About[]> | undefined

async function readers(game: string): Promise<Partial<Record<Origin, Read>>> {
  served ??= ask<About[] | undefined>('GET', '/explorer/files').then(
    (all) => all ?? [],
    () => [],
  )
  const page = pages[`./${game}.explorer`]
  const known = (await served).some((about) => about.game === game && about.games > 0)
  return {
    ...(known && { server: partsOf(`/api/v1/explorer/files/${game}`) }),
    ...(page && { page: wholeOf(await page()) }),
  }
}

export class Library {
  /** The origins that have a file for the game, with its description. */
  origins: { origin: Origin; about: About }[] = $state.raw([])
  origin: Origin | undefined = $state()
  /** The moves played; undefined until known. */
  choices: Choices | undefined = $state.raw()
  error: string | undefined = $state()
  /** Whether the list of files is known. */
  looked = $state(false)
  #game = ''
  #files: Partial<Record<Origin, ExplorerFile>> = {}
  #asked = 0

  /** Looks up a position. Only the last request counts. */
  async look(game: string, position: string) {
    const asked = ++this.#asked
    const current = () => asked === this.#asked
    try {
      if (game !== this.#game) {
        await this.#open(game, current)
      }
      const found = this.origin && (await this.ask(position))
      if (current()) {
        this.looked = true
        this.choices = found
        this.error = undefined
      }
    } catch (error) {
      if (current()) {
        this.choices = undefined
        this.error = messageOf(error)
      }
    }
  }

  /** The moves played in a position of the same game. */
  async ask(position: string): Promise<Choices> {
    const none = { games: 0, others: 0, moves: [] }
    return (this.origin && (await this.#find(this.origin, position))) ?? none
  }

  get about(): About | undefined {
    return this.origins.find(({ origin }) => origin === this.origin)?.about
  }

  async #open(game: string, current: () => boolean) {
    const files: Partial<Record<Origin, ExplorerFile>> = {}
    let failed: string | undefined
    for (const [origin, read] of Object.entries(await readers(game))) {
      try {
        files[origin as Origin] = await ExplorerFile.open(read)
      } catch (error) {
        failed = messageOf(error) // the other file may be there
      }
    }
    if (failed !== undefined && Object.keys(files).length === 0) {
      throw new Error(failed)
    }
    if (current()) {
      this.#game = game
      this.#files = files
      this.origins = Object.entries(files).map(([origin, { about }]) => ({
        origin: origin as Origin,
        about,
      }))
      if (!this.origin || !files[this.origin]) {
        this.origin = this.origins[0]?.origin
      }
    }
  }

  /** Finds a position; if the server's file has been replaced meanwhile, opens it again. */
  async #find(origin: Origin, position: string): Promise<Choices | undefined> {
    const file = this.#files[origin]
    try {
      return await file?.find(engine(), this.#game, position)
    } catch (error) {
      const read = (await readers(this.#game))[origin]
      if (!read || origin !== 'server') {
        throw error
      }
      const again = await ExplorerFile.open(read)
      this.#files[origin] = again
      return again.find(engine(), this.#game, position)
    }
  }
}
