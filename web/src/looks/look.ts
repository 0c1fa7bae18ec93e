// What the page knows of a game beside its rules: how it is drawn, its words, what teaches it.

import type { Cell, RecordFormat } from '../engine/protocol'

export interface Words {
  name: string
  /** One sentence for those who do not know the game. */
  blurb: string
  /** What the players are called, in order of play. */
  seats: readonly string[]
  /** What stands on a square, by its letter. */
  pieces: Readonly<Record<string, string>>
  /** What to do next when so many squares of a turn have been entered. */
  steps: readonly string[]
  /** The same where pieces are put on the board. */
  placing?: readonly string[]
  /** Ways in which a tap can be meant: what they and the plain one are called, and what to do then. */
  ways?: Readonly<Record<string, { plain: string; text: string; prompt: string }>>
  /** What the lesson begins with. */
  lead: string
}

/** A paragraph of the rules: a position, and a move to draw in it, if any. */
export interface Rule {
  position: string
  move?: string
}

/**
 * What an exercise asks of a move: that it is legal, that it wins at once, that the opponent can't
 * win with the next move, or that it wins for certain, which the engine proves.
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
  /** A move as it is told to those who do not see the board. */
  spoken: (move: string) => string
  /** Whether lines are drawn between the squares. */
  lined?: boolean
  /** Which squares of the last move are  /** What the letters of pieces stand for. */
  kinds: Readonly<Record<string, string>>
  /** What is drawn beside the names of the players; they have numbers where that is nothing. */
  seats: readonly Cell[]
  /** Blocks to choose from before a square, by color and size. */
  tools?: readonly string[]
  /** What a position can be set up of: letters of pieces, "+" and "-" for storeys, "" for nothing. */
  brushes: (seats: number) => readonly string[]
  /** Whether the engine says who owns which square. */
  territory?: boolean
  /** Whether the second player sees puzzles from the other side. */
  turned?: boolean
  /** What the variants of the game differ in. */
  variants?: 'board' | 'players'
  /** What games can be written as; thera's own format if nothing is said. */
  formats?: readonly RecordFormat[]
  /** A move to type. */
  example: string
  /** A position worth looking at. */
  picture: string
  /** The puzzles, one a line, if there are any. */
  puzzles?: () => Promise<{ default: string }>
  rules: readonly Rule[]
  exercises: readonly Exercise[]
  /** What can be learned after that. */
  further?: readonly Lesson[]
}
