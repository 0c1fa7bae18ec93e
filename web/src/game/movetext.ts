// What the text of a move names: where pieces go, what is put down, and what comes before.

/** A move by its parts. */
export interface Parts {
  /** The squares that pieces go from, over and to, of each piece. */
  walks: string[][]
  /** The squares that something is put on before a piece goes, and after. */
  before: string[]
  after: string[]
  /** The squares of what is placed without going anywhere: workers at the start, blocks. */
  placed: string[]
  /** Whether what is put down is a dome at any height. */
  dome: boolean
}

const squares = (text: string) => text.match(/[a-j](10|[1-9])/g) ?? []

/** Reads the canonical text of a move of any of the games. */
export function partsOf(move: string): Parts {
  const [, first = '', middle = '', last = ''] =
    /^(\([^)]*\))?([^(]*)(\([^)]*\))?$/.exec(move) ?? []
  const goes = /^[a-j]/.test(middle)
  const only = middle === '' // (d4) is put down without anything going
  return {
    walks: goes ? middle.split(',').map(squares) : [],
    before: only ? [] : squares(first),
    after: squares(only ? first : last),
    placed: goes ? [] : squares(middle),
    dome: /D\)$/.test(move),
  }
}

/** The squares that pieces are on in a move, and then those that something is put on. */
export function marksOf(move: string): { square: string; put: boolean }[] {
  const { walks, before, after, placed } = partsOf(move)
  return [
    ...[...walks.flat(), ...placed].map((square) => ({ square, put: false })),
    ...[...before, ...after].map((square) => ({ square, put: true })),
  ]
}

/** The text of a move in two parts, to be told apart: up to what is put down at its end, and that. */
export function splitMove(move: string): [string, string] {
  const cut = move.lastIndexOf('(')
  return cut > 0 ? [move.slice(0, cut), move.slice(cut)] : [move, '']
}
