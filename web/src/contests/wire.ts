// What is told of contests. Made from Go's types by
//
//   go test ./internal/site/tournament -run TypeScript -update

import type { Player, PlayerKind } from '../live/wire'

/** How a contest is played. */
export type ContestKind = 'arena' | 'knockout' | 'round-robin' | 'swiss'

/** Who may join. */
export type Entry = 'all' | 'bots' | 'people'

/** How far a contest is. */
export type Stage = 'ended' | 'open' | 'running'

export interface Entrant {
  id: string
  name?: string
  kind: PlayerKind
  rating?: number
}

export interface Placing {
  rank: number
  player: Entrant
  seed?: number
  points: number
  buchholz?: number
  berger?: number
  games: number
  gone?: boolean
  rounds: string[]
}

export interface Board {
  number: number
  first: string
  second?: string
  round: number
  scores: number[]
  over?: boolean
  winner?: string
  /** The ids of the games, the last one perhaps being played. */
  games: string[]
}

export interface You {
  in: boolean
  /** The id of the game that he plays. */
  game?: string
  /** He is the organizer. */
  runs?: boolean
}

export interface Contest {
  id: string
  /** Of the last thing that has happened. */
  number: number
  /** The service's time now. */
  at: number
  terms: ContestTerms
  organizer: Player
  stage: 'open' | 'running' | 'ended'
  /** Why it has ended: done, canceled or too-few. */
  reason?: string
  created: number
  started?: number
  /** Until when games of an arena begin. */
  ends?: number
  ended?: number
  round: number
  /** How many there are, where that is known. */
  rounds?: number
  /** How many are in. */
  players: number
  /** Those who have left too. */
  standings: Placing[]
  /** Of the round that was asked for; if none was, all of a knock-out, else those of the last round, of an arena the last ones. */
  boards: Board[]
  you?: You
}

export interface Brief {
  id: string
  terms: ContestTerms
  organizer: Player
  stage: 'open' | 'running' | 'ended'
  started?: number
  ends?: number
  ended?: number
  round: number
  rounds?: number
  players: number
  /** Who has won. */
  first?: Player
}

export interface ContestTerms {
  kind: 'arena' | 'swiss' | 'round-robin' | 'knockout'
  name: string
  game: string
  /** For two players; the game's first one, if it is missing. */
  variant?: string
  /** As in a seek, but for draft. */
  powers?: string
  /** Such as 5+3, or 3d. */
  clock: string
  rated?: boolean
  /** Of Swiss; 0 for as many as its players need. */
  rounds?: number
  /** Of an arena, in which games begin. */
  minutes?: number
  /** Each pairing is two games, with the seats exchanged; not in an arena. */
  double?: boolean
  /** Games begin with openings that are even, the two of a pairing with the same one. */
  book?: boolean
  players: 'all' | 'people' | 'bots'
  /** Only who has the link finds it. */
  unlisted?: boolean
  /** The id of the class whose members alone see it and join it. */
  class?: string
  /** When it starts, in ms; without it when the organizer says so. */
  starts?: number
}
