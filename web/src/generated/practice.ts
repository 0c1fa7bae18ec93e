// What the server says of puzzles and of mistakes to practice. Made from Go's types by
//
//   go test ./internal/site/practice -run TypeScript -update

import type { Strength } from './protocol'

export interface PuzzleStanding {
  /** How hard it is, on the scale of its solvers' ratings. */
  rating: number
  /** How many people have attempted it. */
  tries: number
  /** How many of them solved it on the first try. */
  solved: number
}

export interface MyPuzzles {
  /** For this game's puzzles. */
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
  /** The solver's, after the attempt. */
  rating: Strength
  /** When the solver's last rated attempt was. */
  at: number
  /** The puzzle after the attempt. */
  puzzle: PuzzleStanding
}

export interface Repetition {
  /** When it was, in ms; the same time twice is the same repetition. */
  at: number
  /** Wrong, right after a hint, right on the first try; removed asks for no more repetitions. */
  grade: 'again' | 'hard' | 'good' | 'removed'
}

export interface Card {
  /** The game's name. */
  game: string
  /** The ID of a failed puzzle; then position and turns are missing. */
  puzzle?: string
  /** The position before the mistake. */
  position?: string
  /** The mistake. */
  played?: string
  /** The better turn. */
  better?: string
  /** The opponent's best answer to the mistake. */
  answer?: string
  /** Whether the position before the mistake is proven to be won. */
  won?: boolean
  /** Why it was a mistake: kinds of reasons. */
  reasons?: string[]
  /** When it was found, in ms. */
  added: number
  /** In order of time. */
  repetitions: Repetition[]
}

export interface CardChanges {
  /** What these bring a device to; less than what it asked for if the server has lost changes. */
  version: number
  /** Whether there are more, after this version. */
  more: boolean
  /** As they are now, by when they last changed, the earliest first. */
  cards: Card[]
}
