// What the server says of puzzles. Made from Go's types by
//
//   go test ./internal/site/attempts -run TypeScript -update

import type { Strength } from '../engine/protocol'

export interface PuzzleStanding {
  rating: number
  /** How many have tried it. */
  tries: number
  /** How many of them were right at the first try. */
  solved: number
}

export interface MyPuzzles {
  rating: Strength
  /** When the last attempt that counted was. */
  at: number
  /** By id of the puzzle, whether it was solved. */
  tried: Record<string, boolean>
}

export interface PuzzlesKnown {
  /** By id, those that somebody has tried. */
  puzzles: Record<string, PuzzleStanding>
  /** Absent for who has tried none. */
  mine?: MyPuzzles
}

export interface Attempted {
  /** Whether all turns were right. */
  solved: boolean
  /** Whether it counted: only the first attempt at a puzzle does. */
  rated: boolean
  /** The solver's, after it. */
  rating: Strength
  /** When the solver's last attempt that counted was. */
  at: number
  puzzle: PuzzleStanding
}
