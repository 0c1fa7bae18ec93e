// The votes of the user's side in a consultation game.

import { untrack } from 'svelte'
import { seatOf } from '../engine/seats'
import type { Votes } from '../generated/council'
import { ask, Problem } from '../server/api'
import { Followed } from '../server/followed.svelte'
import { me } from '../server/me.svelte'
import { lobby } from '../session/people.svelte'
import type { LiveGame } from './game.svelte'
import { plyOf } from './story'

export class Council {
  #game: LiveGame
  #votes: Followed<Votes>
  #chosen: string | undefined = $state()
  /** The ID of a user who was refused the votes because they are on no side. */
  #outsider: string | undefined = $state()

  constructor(game: LiveGame) {
    this.#game = game
    const hasSides = () => game.setup.players.some((player) => player.kind === 'team')
    const mayAsk = () => hasSides() && me() !== undefined && me()?.id !== this.#outsider
    this.#votes = new Followed(() => (mayAsk() ? `${this.#path}/votes` : undefined), {
      news: () => [lobby.voted, game.story.number],
    })
    $effect(() => {
      const { error } = this.#votes
      if (error instanceof Problem && [401, 403].includes(error.status)) {
        this.#outsider = untrack(me)?.id
      }
    })
    $effect(() => {
      if (lobby.voted?.id === game.id) {
        this.#outsider = undefined // which only the players of a side hear
      }
    })
  }

  get #path() {
    return `/game/${encodeURIComponent(this.#game.id)}`
  }

  /** What the user's side votes for; undefined for spectators, and before the first answer. */
  get votes() {
    return this.#votes.value
  }

  /** Whether the user may vote now. */
  get open() {
    const { over, story, course } = this.#game
    return !over && this.votes?.open === true && this.votes.ply === plyOf(story) + 1 && course.atEnd
  }

  /** The user's seat, if they are on a side. */
  get seat() {
    return this.votes && seatOf(this.votes.seat)
  }

  /** The proposal shown on the board. */
  get shown() {
    return this.votes?.proposals.find(({ turn }) => turn === this.#chosen)?.turn
  }

  /** Shows a proposal on the board, or no longer. */
  show(turn: string) {
    this.#chosen = turn === this.shown ? undefined : turn
  }

  /** Votes for a turn, or to resign. */
  async vote(turn: string): Promise<void> {
    const ply = this.votes?.ply
    await ask('POST', `${this.#path}/vote`, { turn, ply })
    this.#chosen = undefined
    await this.#votes.again()
  }
}
