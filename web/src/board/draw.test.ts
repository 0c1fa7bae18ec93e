import { expect, it } from 'vitest'
import type { Cell } from '../generated/protocol'
import { nameOf } from '../looks/square'
import { piecesOf } from './draw'

const kinds: Record<string, Cell> = {
  A: { kind: 'worker', piece: 'A', owner: 0 },
  B: { kind: 'worker', piece: 'B', owner: 1 },
  '*': { kind: 'arrow', piece: '*', owner: -1 },
}
/** A row of squares: a letter for a piece, a dot for an empty square. */
const row = (text: string) => ({
  files: text.length,
  ranks: 1,
  cells: Array.from(text, (c) => kinds[c] ?? { owner: -1 }),
})

it.each([
  ['a piece that stays', 'A.B', 'A.B', 'a1:0 c1:1'],
  ['one that moves', 'A..B', '.A.B', 'b1:0 d1:1'],
  ['the nearest of two', 'A..A', '.A.A', 'b1:0 d1:1'],
  ['two that change places', 'AB..', 'BA..', 'b1:0 a1:1'],
  ['one that is pushed on', 'AB..', '.AB.', 'b1:0 c1:1'],
  ['one that is taken off, and a new one', 'A..', '..B', 'c1:1'],
  ['what nobody owns does not move', '*..', '..*', 'c1:1'],
])('knows %s', (_, before, after, want) => {
  const drawn = piecesOf(row(after), piecesOf(row(before), []))
  expect(drawn.map(({ id, place }) => `${nameOf(place)}:${id}`).join(' ')).toBe(want)
})
