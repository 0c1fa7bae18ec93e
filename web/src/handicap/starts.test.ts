import { expect, it } from 'vitest'
import { exchanged } from './starts'

it('starts from the other side when the players swap seats', () => {
  const white = '3q2q3/10/10/q8q/10/10/Q8Q/10/10/***Q**Q*** w'
  const black = '***q**q***/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w'
  const once = exchanged('amazons', { name: 'home-rank', giver: 0 })
  expect(once).toEqual({ start: black, handicap: { name: 'home-rank', giver: 1 } })
  expect(exchanged('amazons', { name: 'home-rank', giver: 1 }).start).toBe(white)
})

it('leaves a game as it is whose handicap is no longer known', () => {
  expect(exchanged('amazons', { name: 'queen', giver: 0 })).toEqual({})
})
