// A tournament being watched by long polling: each request names the last event known, and the
// server answers when there is more.

import { ask, Problem, withParams } from '../live/api'
import { me } from '../live/me.svelte'
import { askAs } from '../live/people.svelte'
import type { Board, Contest, Placing } from './wire'

/** How long to wait before retrying a server that could not be reached, in milliseconds. */
const pause = 3000

export class Watched {
  contest: Contest | undefined = $state.raw()
  /** There is none, or the user may not see it. */
  missing = $state(false)
  away = $state(false)
  /** Now, by the server's clock. */
  now = $state(Date.now())
  #skew = 0
  #left = false

  constructor(readonly id: string) {}

  get path() {
    return `/contests/${encodeURIComponent(this.id)}`
  }

  /** Follows the tournament until the returned function is called. */
  follow(): () => void {
    void this.#run()
    const clock = setInterval(() => (this.now = Date.now() + this.#skew), 1000)
    return () => {
      this.#left = true
      clearInterval(clock)
    }
  }

  async #run() {
    while (!this.#left && !this.missing) {
      try {
        // If the user has just signed in or joined, ask again at once.
        const after = me() && !this.contest?.you ? undefined : this.contest?.number
        this.know(await ask<Contest>('GET', withParams(this.path, { after })))
        this.away = false
        if (this.contest?.stage === 'ended') {
          return
        }
      } catch (error) {
        this.missing = error instanceof Problem && error.status === 404
        this.away = !this.missing
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  }

  /** Takes an answer from the server, unless a later or fuller one is known. */
  know(contest: Contest) {
    const known = this.contest
    const isOlder = known && contest.number < known.number
    if (this.#left || isOlder || (known?.number === contest.number && known.you && !contest.you)) {
      return
    }
    this.#skew = contest.at - Date.now()
    this.now = contest.at
    this.contest = contest
  }

  /** Sends an order for the tournament. */
  async order(what: string, body?: object) {
    this.know(await askAs<Contest>('POST', `${this.path}/${what}`, body))
  }

  async cancel() {
    this.know(await askAs<Contest>('DELETE', this.path))
  }

  /** The boards of a round. */
  async boards(round: number): Promise<Board[]> {
    return (await ask<Contest>('GET', withParams(this.path, { round }))).boards
  }
}

/** The standings by player ID. */
export const byId = (placings: readonly Placing[]) =>
  new Map(placings.map((placing) => [placing.player.id, placing]))

/** A board's score: "1–0", or nothing before there is a result. */
export function scoreText({ scores, games, over }: Board): string {
  const [first = 0, second = 0] = scores
  return over || games.length > 1 ? `${half(first)} – ${half(second)}` : ''
}

/** A number of points, with halves as people write them. */
export const half = (points: number) =>
  points % 1 === 0 ? String(points) : `${points < 1 ? '' : Math.floor(points)}½`

/** Time left, as in 1:05:09. */
export function leftText(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000))
  const two = (n: number) => String(n).padStart(2, '0')
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
