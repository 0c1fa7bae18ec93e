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
  /** Never changes. */
  id: string
  /** Present in views; events have none, as it may change. */
  name?: string
  /** What the player is: person, guest or bot. */
  kind: PlayerKind
  /** When they joined; missing for none. */
  rating?: number
  /** In a team match, the number of their team, from 1. */
  team?: number
}

export interface Placing {
  /** From 1; players that no tie-break tells apart have the same. */
  rank: number
  /** Who it is. */
  player: Entrant
  /** Their place by rating at the start, from 1; missing before. */
  seed?: number
  /** Games won, matches won in a knockout, two for each game won in an arena; a board that the other team left empty counts as won. */
  points: number
  /** In Swiss, the sum of the opponents' points. */
  buchholz?: number
  /** The Sonneborn-Berger score: the sum of the opponents' points, each times the score against them. */
  berger?: number
  /** Played so far. */
  games: number
  /** Whether they have left. */
  gone?: boolean
  /** For each round + - or = for each game, * for one in progress, then the opponent's seed, as in +12; bye; empty for a round without a game. In an arena the last games. */
  rounds: string[]
}

export interface Board {
  /** In the tournament, from 1. */
  number: number
  /** The ID of the player with seat 1 in the first game. */
  first: string
  /** The other player's ID; missing for a bye. */
  second?: string
  /** In a team match, from 1. */
  board?: number
  /** From 1. */
  round: number
  /** The games won by the first and by the second player, counting halves. */
  scores: number[]
  /** Whether it has a result. */
  over?: boolean
  /** In a knockout, the ID of the player who advances. */
  winner?: string
  /** The IDs of the games; the last may be in progress. */
  games: string[]
}

export interface TeamPlacing {
  /** From 1; teams that no tie-break tells apart have the same. */
  rank: number
  /** Its number, from 1. */
  team: number
  /** As in the terms. */
  name: string
  /** Two for each encounter won, one for each drawn. */
  points: number
  /** Games won, counting halves. */
  boardPoints: number
  /** Encounters that are over. */
  played: number
  /** The ID of the player who orders the boards. */
  captain?: string
  /** The IDs of its players, the first board first; those after the last board are reserves. */
  players: string[]
}

export interface Encounter {
  /** From 1. */
  round: number
  /** Their numbers, from 1; the first has seat 1 on odd boards. */
  teams: number[]
  /** The games each has won, counting halves and boards left empty. */
  points: number[]
  /** Whether all its games are over. */
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
  /** Open until it starts. */
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
  /** Open until it starts. */
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
  /** Which frame this is. */
  event: 'contest'
  /** Its new state. */
  contest: Contest
}

export interface YouChanged {
  /** Which frame this is. */
  event: 'contestYou'
  /** The tournament's ID. */
  contest: string
  /** What concerns you in it. */
  you: You
}

export interface ContestTerms {
  /** How opponents are paired, and what counts. */
  kind: ContestKind
  /** 2 to 60 visible characters. */
  name: string
  /** The game's name. */
  game: string
  /** A variant for two players; by default the game's first. */
  variant?: string
  /** As in a seek, except draft. */
  powers?: string
  /** Such as 5+3, or 3d. */
  clock: string
  /** Whether ratings change. */
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
  /** Who may join. */
  players: Entry
  /** Not in public lists; anybody with the link can join. */
  unlisted?: boolean
  /** The ID of a class: only its members see and join the tournament. */
  class?: string
  /** When it starts, in ms; by default the organizer starts it. */
  starts?: number
}
