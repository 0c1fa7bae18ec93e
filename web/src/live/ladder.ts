// What the ladder says. Made from Go's types by
//
//   go test ./internal/site/ladder -run TypeScript -update
//
import type { Player } from './wire'

export interface Meeting {
  /** Games in which it began. */
  first?: number
  wonFirst?: number
  second?: number
  wonSecond?: number
}

export interface Rung {
  /** With its rating at the speed of the ladder. */
  player: Player
  /** It is a house bot. */
  house?: boolean
  /** It wants to be paired, and is connected. */
  ready?: boolean
  /** The strength that fits all results of the ladder best, on the scale of the ratings. */
  elo: number
  /** Half the width of the interval that has it nineteen times in twenty. */
  error: number
  /** Of the rating. */
  deviation: number
  games: number
  won: number
  /** By row, in their order. */
  against: Meeting[]
}

export interface Rungs {
  game: string
  variant: string
  clock: string
  /** With a result. */
  games: number
  /** The strongest first. */
  rows: Rung[]
}
