// What the server says of puzzles. Made from Go's types by
//
//   go test ./internal/site/attempts -run TypeScript -update

import type { Strength } from './protocol'

export interface PuzzleStanding {
  rating: number
  /** How many people have attempted it. */
  tries: number
  /** How many of them solved it on the first try. */
  solved: number
}

export interface MyPuzzles {
  rating: Strength
  /** When my last rated attempt was. */
  at: number
  /** By ID of the puzzle, whether I have solved it. */
  tried: Record<string, boolean>
}

export interface PuzzlesKnown {
  /** By ID, those that somebody has attempted. */
  puzzles: Record<string, PuzzleStanding>
  /** Missing if I have attempted none. */
  mine?: MyPuzzles
}

export interface Attempted {
  /** Whether all turns were right. */
  solved: boolean
  /** Whether it counted: only the first attempt at a puzzle does. */
  rated: boolean
  /** The solver's, after it. */
  rating: Strength
  /** When the solver's last rated attempt was. */
  at: number
  puzzle: PuzzleStanding
}
