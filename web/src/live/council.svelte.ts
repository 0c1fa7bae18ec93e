// The votes of the user's side in a consultation game. The server sends no notices about them, so
// that spectators can't learn anything: the page asks while it is visible.

import { Scope } from '../base/scope'
import type { Votes } from '../generated/council'
import { ask, Problem } from '../server/api'
import type { LiveGame } from './game.svelte'
import { plyOf } from './story'

/** How often to ask, in ms. */
const interval = 2000

export class Council {
  /** What the user's side votes for; undefined for spectators, and before the first answer. */
  votes: Votes | undefined = $state.raw()
  /** The proposal shown on the board. */
  shown: string | undefined = $state()
  #game: LiveGame

  constructor(game: LiveGame) {
    this.#game = game
  }

  get #path() {
    return `/game/${encodeURIComponent(this.#game.id)}`
  }

  /** Whether the game has sides that vote, and continues. */
  get sits() {
    const { setup, over } = this.#game
    return setup.players.some((player) => player.kind === 'team') && !over
  }

  /** Whether the user may vote now. */
  get open() {
    const { over, story, course } = this.#game
    return !over && this.votes?.open === true && this.votes.ply === plyOf(story) + 1 && course.atEnd
  }

  /** The user's seat, if they are on a side. */
  get seat() {
    return this.votes && this.votes.seat - 1
  }

  /** Asks again and again until the returned function is called, or the user is on no side. */
  follow(): () => void {
    this.shown = undefined
    const scope = new Scope()
    const look = async () => {
      try {
        this.votes = await scope.wait(ask<Votes>('GET', `${this.#path}/votes`))
      } catch (reason) {
        if (reason instanceof Problem && reason.status < 500) {
          this.votes = undefined
          scope.end()
        }
      }
    }
    void look()
    scope.every(interval, () => document.hidden || void look())
    return scope.end
  }

  /** Votes for a turn, or to resign. */
  async vote(turn: string): Promise<void> {
    const ply = this.votes?.ply
    this.votes = await ask<Votes>('POST', `${this.#path}/vote`, { turn, ply })
    this.shown = undefined
  }
}
