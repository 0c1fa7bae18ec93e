// The parts of a move's text: where pieces move, what is put down, and what comes before.

import { squaresOf } from './square'

/** A move by its parts. */
export interface Parts {
  /** For each piece, the squares that it moves from, through, and to. */
  walks: string[][]
  /** The squares on which something is put before a piece moves, and after. */
  before: string[]
  after: string[]
  /** The squares of what is placed without moving: workers at the start, blocks. */
  placed: string[]
  /** Whether a dome is built, at any height. */
  dome: boolean
}

/** Parses the canonical text of a move of any of the games. */
export function partsOf(move: string): Parts {
  const [, first = '', middle = '', last = ''] =
    /^(\([^)]*\))?([^(]*)(\([^)]*\))?$/.exec(move) ?? []
  const goes = /^[a-j]/.test(middle)
  const only = middle === '' // (d4) is put down without any piece moving
  return {
    walks: goes ? middle.split(',').map(squaresOf) : [],
    before: only ? [] : squaresOf(first),
    after: squaresOf(only ? first : last),
    placed: goes ? [] : squaresOf(middle),
    dome: /D\)$/.test(move),
  }
}

/** The squares of pieces in a move, then those on which something is put. */
export function marksOf(move: string): { square: string; put: boolean }[] {
  const { walks, before, after, placed } = partsOf(move)
  return [
    ...[...walks.flat(), ...placed].map((square) => ({ square, put: false })),
    ...[...before, ...after].map((square) => ({ square, put: true })),
  ]
}

/** The text of a move in two parts: up to what is put down at its end, and that. */
export function splitMove(move: string): [string, string] {
  const cut = move.lastIndexOf('(')
  return cut > 0 ? [move.slice(0, cut), move.slice(cut)] : [move, '']
}
