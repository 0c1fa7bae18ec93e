// A tournament being watched: the server sends it at once and whenever something has changed.

import { Scope } from '../base/scope'
import type { Board, Contest, Placing, TeamPlacing, You } from '../generated/tournament'
import { ask, withParams } from '../server/api'
import { me } from '../server/me.svelte'
import type { ContestFrame, Lobby } from '../session/lobby.svelte'
import { askAs, lobby } from '../session/people.svelte'

export class Watched {
  contest: Contest | undefined = $state.raw()
  /** There is none, or the user may not see it. */
  missing = $state(false)
  /** Now, by the server's clock. */
  now = $state(Date.now())
  #scope: Scope
  #earlier: Pick<Contest, 'round' | 'boards'> | undefined = $state.raw()
  /** The last request for an earlier round. */
  #asking: Scope
  #lobby: Lobby
  #you: You | undefined

  constructor(
    scope: Scope,
    readonly id: string,
    from = lobby,
  ) {
    this.#scope = scope
    this.#asking = new Scope(scope)
    this.#lobby = from
    scope.onend(from.watch(id, (frame) => this.hear(frame)))
    scope.every(1000, () => this.#tick())
  }

  get path() {
    return `/contests/${encodeURIComponent(this.id)}`
  }

  /** The connection to the server is lost. */
  get away() {
    return this.#lobby.link?.lost === true
  }

  #tick() {
    this.now = Date.now() + (this.#lobby.link?.offset ?? 0)
  }

  hear(frame: ContestFrame) {
    switch (frame.event) {
      case 'contest':
        // All spectators get the same; what concerns the user follows.
        if (frame.contest.id === this.id) {
          this.know(frame.contest)
        }
        break
      case 'contestYou':
        if (frame.contest === this.id) {
          this.#you = frame.you
          this.contest &&= { ...this.contest, you: frame.you }
        }
        break
      case 'refused':
        this.missing ||= frame.reason === 'no-contest'
    }
  }

  /** Takes a state from the server, unless a later one is known. */
  know(contest: Contest) {
    if (contest.number < (this.contest?.number ?? 0)) {
      return
    }
    this.#you = me() ? (contest.you ?? this.#you) : undefined
    this.missing = false
    this.#tick()
    this.contest = this.#you ? { ...contest, you: this.#you } : contest
  }

  /** Sends an order for the tournament. */
  async order(what: string, body?: object) {
    this.know(await this.#scope.wait(askAs<Contest>('POST', `${this.path}/${what}`, body)))
  }

  async cancel() {
    this.know(await this.#scope.wait(askAs<Contest>('DELETE', this.path)))
  }

  /** The round that is shown, and its boards. */
  get shown(): Pick<Contest, 'round' | 'boards'> {
    return this.#earlier ?? this.contest ?? { round: 0, boards: [] }
  }

  /** Shows a round, unless another one is asked for before its boards have come. */
  async show(round: number) {
    this.#asking = this.#asking.next()
    if (round === this.contest?.round) {
      this.#earlier = undefined
    } else {
      const asked = ask<Contest>('GET', withParams(this.path, { round }))
      this.#earlier = { round, boards: (await this.#asking.wait(asked)).boards }
    }
  }
}

/** The standings by player ID. */
export const byId = (placings: readonly Placing[]) =>
  new Map(placings.map((placing) => [placing.player.id, placing]))

/** Who leads alone: a player's name, or in a team match a team's; nothing if teams are equal. */
export function leader({ terms, standings, teams }: Contest): string | undefined {
  if (!terms.teams) {
    return standings[0]?.player.name
  }
  const [first, second] = teams ?? ([] as TeamPlacing[])
  return second?.rank === 1 ? undefined : first?.name
}

/** A board's score: "1–0", or nothing before there is a result. */
export function scoreText({ scores, games, over }: Board): string {
  const [first = 0, second = 0] = scores
  return over || games.length > 1 ? `${half(first)} – ${half(second)}` : ''
}

/** A number of points, with halves as people write them. */
export const half = (points: number) =>
  points % 1 === 0 ? String(points) : `${points < 1 ? '' : Math.floor(points)}½`
