// Tournaments. Generated from Go's types by
//
//   go test ./internal/site/tournament -run TypeScript -update

import type { Player, PlayerKind } from './live'

/** The format of a tournament. */
export type ContestKind = 'arena' | 'consultation' | 'knockout' | 'round-robin' | 'swiss' | 'teams'

/** Who may join. */
export type Entry = 'all' | 'bots' | 'people'

/** How far a tournament has got. */
export type Stage = 'ended' | 'open' | 'running'

export interface Entrant {
  id: string
  name?: string
  kind: PlayerKind
  rating?: number
  team?: number
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
  board?: number
  round: number
  scores: number[]
  over?: boolean
  winner?: string
  /** The IDs of the games; the last may be in progress. */
  games: string[]
}

export interface TeamPlacing {
  rank: number
  /** Its number, from 1. */
  team: number
  name: string
  points: number
  boardPoints: number
  /** Encounters that are over. */
  played: number
  /** The ID of the player who orders the boards. */
  captain?: string
  /** The IDs of its players, the first board first; those after the last board are reserves. */
  players: string[]
}

export interface Encounter {
  round: number
  teams: number[]
  points: number[]
  over?: boolean
}

export interface You {
  /** Whether you have joined and not withdrawn. */
  in: boolean
  /** The ID of your game in progress. */
  game?: string
  /** You are the organizer. */
  runs?: boolean
  /** The team whose captain you are. */
  captain?: number
}

export interface Contest {
  /** The tournament's ID. */
  id: string
  /** The number of the last event. */
  number: number
  /** The server's current time. */
  at: number
  /** As it was created. */
  terms: ContestTerms
  /** Who created it. */
  organizer: Player
  stage: Stage
  /** Why it ended: done, canceled or too-few. */
  reason?: string
  /** When it was created. */
  created: number
  /** When it started. */
  started?: number
  /** When an arena stops starting games. */
  ends?: number
  /** When it ended. */
  ended?: number
  /** The current one, from 1; 0 before the start. */
  round: number
  /** The number of rounds, if known. */
  rounds?: number
  /** The number of active players. */
  players: number
  /** Including players who have left. */
  standings: Placing[]
  /** The boards of the requested round; by default all of a knockout, the last ones of an arena, else those of the last round. */
  boards: Board[]
  /** The standings of a team match, the leader first. */
  teams?: TeamPlacing[]
  /** The meetings of two teams so far. */
  encounters?: Encounter[]
  /** What concerns you. */
  you?: You
}

export interface Brief {
  /** The tournament's ID. */
  id: string
  /** As it was created. */
  terms: ContestTerms
  /** Who created it. */
  organizer: Player
  stage: Stage
  /** When it started. */
  started?: number
  /** When an arena stops starting games. */
  ends?: number
  /** When it ended. */
  ended?: number
  /** The current one, from 1; 0 before the start. */
  round: number
  /** The number of rounds, if known. */
  rounds?: number
  /** The number of active players. */
  players: number
  /** The winner. */
  first?: Player
  /** The team that won a team match; none if the first teams are equal. */
  team?: string
}

export interface Changed {
  event: 'contest'
  /** Its new state. */
  contest: Contest
}

export interface YouChanged {
  event: 'contestYou'
  /** The tournament's ID. */
  contest: string
  /** What concerns you in it. */
  you: You
}

export interface ContestTerms {
  kind: ContestKind
  name: string
  game: string
  /** A variant for two players; by default the game's first. */
  variant?: string
  /** As in a seek, except draft. */
  powers?: string
  /** Such as 5+3, or 3d. */
  clock: string
  rated?: boolean
  /** Rounds of a Swiss tournament; 0 for as many as the players need. */
  rounds?: number
  /** How long an arena starts games. */
  minutes?: number
  /** Each pairing is two games with the seats swapped; not in an arena. */
  double?: boolean
  /** Games start from balanced openings; the two games of a pairing from the same one. */
  book?: boolean
  /** The names of the teams of a team match, which all meet each other, or of the two sides of a consultation game. */
  teams?: string[]
  /** How many players of each team of a team match play at once. */
  boards?: number
  /** How long the players of a side of a consultation game vote on a turn, in seconds. */
  voting?: number
  players: Entry
  /** Not in public lists; anybody with the link can join. */
  unlisted?: boolean
  /** The ID of a class: only its members see and join the tournament. */
  class?: string
  /** When it starts, in ms; by default the organizer starts it. */
  starts?: number
}
