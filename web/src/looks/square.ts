// Names of squares, as in a1, and their places on a board.

/** A place on a board: file and rank from 0. */
export interface Place {
  file: number
  rank: number
}

export const nameOf = ({ file, rank }: Place) => `${String.fromCharCode(97 + file)}${rank + 1}`

export const placeOf = (name: string): Place => ({
  file: name.charCodeAt(0) - 97,
  rank: Number(name.slice(1)) - 1,
})

/** The place of a cell on a board with that many files. */
export const placeAt = ({ files }: { files: number }, cell: number): Place => ({
  file: cell % files,
  rank: Math.floor(cell / files),
})

/** All places on a board, in the order of its cells. */
export const placesOf = (board: { files: number; ranks: number }): Place[] =>
  Array.from({ length: board.files * board.ranks }, (_, cell) => placeAt(board, cell))

/** A square in a regular expression. */
export const squarePattern = '[a-j](?:10|[1-9])'
const squares = new RegExp(squarePattern, 'g')

/** The squares in a move's text, in order. */
export const squaresOf = (move: string): string[] => move.match(squares) ?? []

/** The cell of a square on a board with that many files. */
export function cellOn<C>(
  { files, cells }: { files: number; cells: readonly C[] },
  square: string,
) {
  const { file, rank } = placeOf(square)
  return cells[file + files * rank]
}
