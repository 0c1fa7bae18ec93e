// What the page knows about a game besides its rules: drawings and lessons.

import type { Cell, RecordFormat } from '../generated/protocol'

/** A paragraph of the rules: a position, and possibly a move to draw on it. */
export interface Rule {
  position: string
  move?: string
}

/**
 * The goal of an exercise: the move must be legal, win at once, keep the opponent from winning on the
 * next move, or win for certain, as the engine proves.
 */
export type Goal = 'legal' | 'win' | 'safe' | 'proven'

export interface Exercise {
  position: string
  goal: Goal
}

/** A further lesson: its name among the texts, and the powers whose cards it shows. */
export interface Lesson {
  name: string
  powers?: readonly string[]
  rules: readonly Rule[]
  exercises: readonly Exercise[]
}

export interface Look {
  /** A move as announced to people who do not see the board. */
  spoken: (move: string) => string
  /** Whether to draw lines between the squares. */
  lined?: boolean
  /** What the letters of pieces stand for. */
  kinds: Readonly<Record<string, string>>
  /** What to draw next to the players' names; numbers if empty. */
  seats: readonly Cell[]
  /** The colors of the first two players, if they are not white and black. */
  colors?: readonly [string, string]
  /** Blocks to choose from before a square, by color and size. */
  tools?: readonly string[]
  /** What the editor can place: letters of pieces, "+" and "-" for levels, "" to clear. */
  brushes: (seats: number) => readonly string[]
  /** Whether the engine reports who owns which square. */
  territory?: boolean
  /** Whether the second player sees puzzles from the other side. */
  turned?: boolean
  /** How the game's variants differ. */
  variants?: 'board' | 'players'
  /** The formats that games can be written in; by default, only thera's own. */
  formats?: readonly RecordFormat[]
  /** An example of a move to type. */
  example: string
  /** An interesting position. */
  picture: string
  rules: readonly Rule[]
  exercises: readonly Exercise[]
  /** Further lessons. */
  further?: readonly Lesson[]
}
