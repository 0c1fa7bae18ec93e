// What the ladder says. Made from Go's types by
//
//   go test ./internal/site/ladder -run TypeScript -update
//
import type { Player } from './live'

export interface Meeting {
  /** Games in which it moved first. */
  first?: number
  /** Games that it won moving first. */
  wonFirst?: number
  /** Games in which it moved second. */
  second?: number
  /** Games that it won moving second. */
  wonSecond?: number
}

export interface Rung {
  /** With the rating at the ladder's speed. */
  player: Player
  /** A house bot. */
  house?: boolean
  /** Ready to be paired, and connected. */
  ready?: boolean
  /** The strength that fits all results of the ladder best, on the scale of the ratings. */
  elo: number
  /** Half the width of the 95% confidence interval. */
  error: number
  /** Of the rating. */
  deviation: number
  /** With a result. */
  games: number
  /** Games that it won. */
  won: number
  /** By row, in the order of rows. */
  against: Meeting[]
}

export interface Rungs {
  /** The game's name. */
  game: string
  /** That all its games start with. */
  variant: string
  /** Of all its games, such as 1+1. */
  clock: string
  /** The number of games with a result. */
  games: number
  /** The strongest first. */
  rows: Rung[]
}
