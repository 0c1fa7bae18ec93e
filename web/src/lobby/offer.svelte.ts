// An open challenge or draft for its page, which gives its place to the game: that has its ID.

import { untrack } from 'svelte'
import type { Scope } from '../base/scope'
import { failureOf } from '../kit/failure'
import { Loading } from '../kit/loading.svelte'
import { ask } from '../server/api'
import { lobby, openGame } from '../session/people.svelte'

export class OpenOffer<T extends { id: string }> {
  #heard: () => T | undefined
  #loading: Loading<T | undefined>

  /** heard is what the lobby has of this kind; others' offers are only found at the path. */
  constructor(id: () => string, path: 'challenges' | 'drafts', heard: () => readonly T[]) {
    const own = $derived(heard().find((offer) => offer.id === id()))
    const isOpen = $derived(own !== undefined)
    this.#heard = () => own
    // Also once the lobby no longer has it, which may not have heard what has become of it.
    this.#loading = new Loading((scope) => (isOpen ? undefined : find<T>(scope, path, id())))
    $effect(() => {
      if (lobby.games.some((game) => game.id === id())) {
        untrack(() => openGame(id()))
      }
    })
  }

  get value() {
    return this.#heard() ?? this.#loading.value
  }

  /** Why it could not be found. */
  get error() {
    return this.#loading.error
  }

  again = () => this.#loading.again()
}

/** Finds an offer, or opens its game. */
async function find<T>(scope: Scope, path: string, id: string): Promise<T | undefined> {
  try {
    return await ask<T>('GET', `/${path}/${encodeURIComponent(id)}`)
  } catch (error) {
    if (failureOf(error) !== 'missing') {
      throw error
    }
    await scope.wait(ask('GET', `/game/${encodeURIComponent(id)}`))
    openGame(id)
    return undefined
  }
}
