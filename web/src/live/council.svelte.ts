// The votes of the user's side in a consultation game.

import type { Votes } from '../generated/council'
import { ask, Problem } from '../server/api'
import { Followed } from '../server/followed.svelte'
import { lobby } from '../session/people.svelte'
import type { LiveGame } from './game.svelte'
import { plyOf } from './story'

export class Council {
  #game: LiveGame
  #votes: Followed<Votes>
  #chosen: string | undefined = $state()

  constructor(game: LiveGame) {
    this.#game = game
    const hasSides = () => game.setup.players.some((player) => player.kind === 'team')
    this.#votes = new Followed(() => (hasSides() ? `${this.#path}/votes` : undefined), {
      news: () => [lobby.voted, game.story.number],
    })
  }

  get #path() {
    return `/game/${encodeURIComponent(this.#game.id)}`
  }

  /** What the user's side votes for; undefined for spectators, and before the first answer. */
  get votes() {
    const { value, error } = this.#votes
    return error instanceof Problem && [401, 403].includes(error.status) ? undefined : value
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
