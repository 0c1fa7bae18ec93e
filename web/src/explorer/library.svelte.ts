// The moves played in the current position: in games on this server, in those that come with the page,
// in the user's own, or in those of another player.

import { engine } from '../engine/engine'
import type { Choices } from '../generated/protocol'
import { messageOf } from '../kit/failure'
import { ask } from '../server/api'
import { me } from '../server/me.svelte'
import { ExplorerFile, partsOf, wholeOf, type About } from './file'
import { addressOfPlayer, ownGames } from './mine'

/** Where games come from: the server's file, the page's own, made by generate.sh, or some player. */
export const origins = ['server', 'page', 'mine', 'player'] as const
export type Origin = (typeof origins)[number]

const pages = import.meta.glob<string>('./*.explorer', { query: '?url', import: 'default' })

/** What is known about the server's files; undefined if there is no server. */
let served: Promise<About[] | undefined> | undefined

const askServed = () =>
  (served ??= ask<About[] | undefined>('GET', '/explorer/files').catch(() => {
    served = undefined // so that it is asked again
    return undefined
  }))

export class Library {
  /** The origins that the game has, and how many games are in each as far as that is known. */
  origins: { origin: Origin; games: number | undefined }[] = $state.raw([])
  /** What the user chose, for every game that has it. */
  chosen: Origin | undefined = $state()
  /** Where the moves come from: as chosen, or else the first there is. */
  origin: Origin | undefined = $derived.by(() => {
    const there = this.origins.map(({ origin }) => origin)
    return there.find((origin) => origin === this.chosen) ?? there[0]
  })
  /** The seat that the user chose, which another game may not have. */
  #seat: number | undefined = $state()
  #seats: () => number
  /** Whose games, if they are another player's. */
  player = $state('')
  /** Only games of players rated in this band, from 1, where the file has it; 0 for all. */
  band = $state(0)
  /** Whether the origins are known. */
  looked = $state(false)
  /** Whether an answer is on its way. Until then, the moves are those of the position before. */
  isWaiting = $state(false)
  /** The game whose origins they are. */
  game = $state('')
  /** The game in which a position was looked up last. */
  #wanted = $state('')
  /** Names the file of what is chosen. */
  #key = $derived(this.#keyOf(this.#wanted))
  /** The last answer, and the file that was asked. */
  #answer: { key: string; about?: About; choices?: Choices; error?: string } = $state.raw({
    key: '',
  })
  #found = $derived(this.#answer.key === this.#key ? this.#answer : undefined)
  /** The moves played, and the file that has them; undefined until known of what is chosen. */
  choices = $derived(this.#found?.choices)
  about = $derived(this.#found?.about)
  error = $derived(this.#found?.error)
  /** Whether all files of the game came that there may be. */
  #isWhole = false
  #files = new Map<string, Promise<ExplorerFile>>()
  #asked = 0

  /** A library for games of as many seats. */
  constructor(seats: () => number = () => 2) {
    this.#seats = seats
  }

  /** Of the user's games or another player's: only those in which they had this seat. */
  get seat() {
    return this.#seat !== undefined && this.#seat < this.#seats() ? this.#seat : undefined
  }
  set seat(seat) {
    this.#seat = seat
  }

  /** Looks up a position. Only the last request counts. */
  async look(game: string, position: string) {
    await this.#look(game, position, game !== this.game)
  }

  /** Looks up a position again because the network is back, and asks for the files that did not come. */
  async lookAgain(game: string, position: string) {
    await this.#look(game, position, game !== this.game || !this.#isWhole)
  }

  async #look(game: string, position: string, isNew: boolean) {
    const asked = ++this.#asked
    const current = () => asked === this.#asked
    this.#wanted = game
    this.isWaiting = true
    try {
      if (isNew) {
        await this.#enter(game, current)
      }
      const key = this.#key
      const file = current() ? await this.file() : undefined
      const choices = file && (await this.#find(position))
      if (current()) {
        this.#answer = { key, ...(choices && { about: file.about, choices }) }
      }
    } catch (error) {
      if (current()) {
        this.#answer = { key: this.#key, error: messageOf(error) }
      }
    }
    if (current()) {
      this.looked = true
      this.isWaiting = false
    }
  }

  /** The moves played in a position of the same game. */
  async ask(position: string): Promise<Choices> {
    return (await this.#find(position)) ?? { games: 0, others: 0, moves: [] }
  }

  /** The file of what is chosen; undefined if nothing is. */
  file(): Promise<ExplorerFile> | undefined {
    const { origin, player } = this
    if (!origin || (origin === 'player' && player === '')) {
      return undefined
    }
    const key = this.#keyOf(this.game)
    const known = this.#files.get(key)
    const file = known ?? this.#open(origin)
    if (!known) {
      this.#files.set(key, file)
      file.catch(() => this.#files.delete(key)) // so that it can be tried again
    }
    return file
  }

  /** Names a game's file. */
  #keyOf(game: string, origin = this.origin): string {
    const { player, seat } = this
    const of = { server: [], page: [], mine: [me()?.id, seat], player: [player, seat] }
    return JSON.stringify([game, origin, ...(origin ? of[origin] : [])])
  }

  /** Finds out which origins there are for a game. */
  async #enter(game: string, current: () => boolean) {
    const there = await askServed()
    const isServed = there?.some((about) => about.game === game && about.games > 0) ?? false
    const known: Origin[] = [
      ...(isServed ? (['server'] as const) : []),
      ...(pages[`./${game}.explorer`] ? (['page'] as const) : []),
    ]
    const files = await Promise.allSettled(known.map((origin) => this.#open(origin, game)))
    const [first] = files
    if (first?.status === 'rejected' && files.every(({ status }) => status === 'rejected')) {
      throw first.reason // otherwise, the other file is there
    }
    if (!current()) {
      return
    }
    this.game = game
    this.#isWhole = there !== undefined && files.every(({ status }) => status === 'fulfilled')
    this.#files.clear()
    const games = new Map<Origin, number | undefined>()
    files.forEach((file, i) => {
      const origin = known[i]
      if (origin && file.status === 'fulfilled') {
        this.#files.set(this.#keyOf(game, origin), Promise.resolve(file.value))
        games.set(origin, file.value.about.games)
      }
    })
    if (games.size > 0 || there) {
      games.set('mine', undefined)
    }
    if (there) {
      games.set('player', undefined)
    }
    this.origins = origins.flatMap((origin) =>
      games.has(origin) ? [{ origin, games: games.get(origin) }] : [],
    )
  }

  async #open(origin: Origin, game = this.game): Promise<ExplorerFile> {
    switch (origin) {
      case 'server':
        return ExplorerFile.open(partsOf(`/api/v1/explorer/files/${game}`))
      case 'page':
        return ExplorerFile.open(wholeOf((await pages[`./${game}.explorer`]?.()) ?? ''))
      case 'mine':
        return ExplorerFile.open(await ownGames(engine(), game, this.seat))
      case 'player':
        return ExplorerFile.open(wholeOf(addressOfPlayer(this.player, game, this.seat)))
    }
  }

  /** Finds a position; if the server's file has been replaced meanwhile, opens it again. */
  async #find(position: string): Promise<Choices | undefined> {
    const [game, chosen] = [this.game, this.origin === 'server' ? this.band : 0]
    const file = await this.file()
    const band = bandIn(file?.about.bands, chosen)
    try {
      return await file?.find(engine(), game, position, band)
    } catch (error) {
      if (this.origin !== 'server') {
        throw error
      }
      this.#files.delete(this.#keyOf(game))
      return (await this.file())?.find(engine(), game, position, band)
    }
  }
}

/** A band that the user chose if a file has it, else 0. */
export const bandIn = (bands: number[] = [], chosen: number) =>
  bands.length > 0 && chosen <= bands.length + 1 ? chosen : 0

/** Whether it has the games of one player. */
export const isOfPlayer = (origin: Origin | undefined): origin is 'mine' | 'player' =>
  origin === 'mine' || origin === 'player'
