import { expect, it } from 'vitest'
import type { View } from '../engine/protocol'
import { Entry } from '../game/entry'
import { isTaken, piecesOf } from './draw'

// A board of two pieces, of which the first may take the second.
const view: View = {
  game: 'amazons',
  position: '',
  turn: 0,
  winners: [],
  seats: 2,
  files: 2,
  ranks: 1,
  storeys: false,
  cells: [
    { kind: 'amazon', piece: 'Q', owner: 0 },
    { kind: 'amazon', piece: 'q', owner: 1 },
  ],
  count: 1,
}

it('draws a piece alone on the square where it takes another', () => {
  const drawn = (steps: string[]) =>
    piecesOf(view, new Entry(new Map(), steps), undefined).map(({ key }) => key)
  expect(drawn([])).toEqual(['a1Q', 'b1q'])
  expect(drawn(['a1'])).toEqual(['a1Q', 'b1q'])
  expect(drawn(['a1', 'b1'])).toEqual(['b1Q'])
})

it('tells a piece that is taken from the square that is left', () => {
  const entry = new Entry(new Map(), ['a1'])
  expect(isTaken(view, entry, 'b1')).toBe(true)
  expect(isTaken(view, entry, 'a1')).toBe(false)
})
