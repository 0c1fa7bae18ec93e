// Domes on towers of fewer than three levels, which Atlas can build. A position does not say how high
// a tower is under its dome; the positions before it do.

import { nameOf } from '../looks/square'

/** The height of each square in the text of a position, by its name; 4 is a dome. */
function heightsOf(position: string): Map<string, number> {
  const rows = (position.split(' ')[0] ?? '').split('/').reverse()
  return new Map(
    rows.flatMap((row, rank) =>
      Array.from(row, (height, file) => [nameOf({ file, rank }), Number(height)] as const),
    ),
  )
}

/** The levels under domes, by square, as far as a game's positions tell. */
export function lowDomes(positions: readonly string[]): ReadonlyMap<string, number> {
  const domes = new Map<string, number>()
  let before: ReadonlyMap<string, number> = new Map()
  for (const position of positions) {
    const heights = heightsOf(position)
    for (const [square, height] of heights) {
      const was = before.get(square)
      if (height === 4 && was !== undefined && was < 3) {
        domes.set(square, was)
      }
    }
    before = heights
  }
  return domes
}
