// A tournament that is watched: it is asked for again and again, each time with the number of the
// last thing that is known, and the server answers when there is more.

import { ask, Problem, withParams } from '../live/api'
import { me } from '../live/me.svelte'
import { askAs } from '../live/people.svelte'
import type { Board, Contest, Placing } from './wire'

/** After how long a server is asked again that could not be reached, in milliseconds. */
const pause = 3000

export class Watched {
  contest: Contest | undefined = $state.raw()
  /** There is none, or not for who asks. */
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

  /** Follows the tournament until the function that it returns is called. */
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
        // Who has become somebody while the answer was waited for is asked about at once.
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

  /** Takes an answer of the server's, unless a later one is known, or one that says more. */
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

  /** Asks for something to be done with the tournament. */
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

/** The standings by the ids of the players. */
export const byId = (placings: readonly Placing[]) =>
  new Map(placings.map((placing) => [placing.player.id, placing]))

/** How far a game of a board is: "1–0", or nothing before there is a result. */
export function scoreText({ scores, games, over }: Board): string {
  const [first = 0, second = 0] = scores
  return over || games.length > 1 ? `${half(first)} – ${half(second)}` : ''
}

/** A number of points, with a half as people write it. */
export const half = (points: number) =>
  points % 1 === 0 ? String(points) : `${points < 1 ? '' : Math.floor(points)}½`

/** What is left of a time, as in 1:05:09. */
export function leftText(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000))
  const two = (n: number) => String(n).padStart(2, '0')
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
