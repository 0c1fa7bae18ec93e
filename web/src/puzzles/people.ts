// Puzzles as the server has them: with an account, attempts are kept there, and rate both who
// solves and the puzzle.

import type { Strength } from '../engine/protocol'
import { ask } from '../live/api'
import type { Puzzle } from './puzzles'

/** What people's results say of a puzzle. */
export interface Standing {
  rating: number
  tries: number
  solved: number
}

/** What the server knows of the puzzles of a game, of those that somebody has tried. */
export interface Known {
  puzzles: Record<string, Standing>
  /** What is absent for who has no account or has tried none. */
  mine?: { rating: Strength; at: number; tried: Record<string, boolean> }
}

/** What came of an attempt. */
export interface Attempted {
  solved: boolean
  /** Whether it counted: only the first attempt at a puzzle does. */
  rated: boolean
  rating: Strength
  at: number
  puzzle: Standing
}

export const known = (game: string) => ask<Known>('GET', `/puzzles/${game}`)

export const attempt = ({ id }: Puzzle, turns: readonly string[]) =>
  ask<Attempted>('POST', `/puzzle/${id}/attempt`, { turns })
