import { safeParse } from 'valibot'
import { expect, it } from 'vitest'
import { keptSchema, newKept } from './kept'

const game = newKept({
  game: 'hermit',
  variant: '3x3',
  start: '.../.../... 1',
  players: [
    { kind: 'computer', level: 2 },
    { kind: 'person', level: 2 },
  ],
})

it('knows a game that is kept', () => {
  expect(safeParse(keptSchema, game).output).toEqual(game)
  expect(game.flipped).toBe(true) // the only person has the second seat
})

it.each([
  undefined,
  null,
  'text',
  {},
  { ...game, version: 2 },
  { ...game, game: 'chess' },
  { ...game, moves: [1] },
  { ...game, players: [] },
  { ...game, players: [null, null] },
  { ...game, result: 'won' },
  { ...game, left: [1, '2'] },
])('refuses %j', (broken) => {
  expect(safeParse(keptSchema, broken).success).toBe(false)
})
