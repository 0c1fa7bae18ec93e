import { expect, it } from 'vitest'
import { newKept, type Kept } from './kept'
import { count, outcomeOf } from './results'

const won: Kept = {
  ...newKept({
    game: 'hermit',
    variant: '3x3',
    start: '.../.../... 1',
    players: [
      { kind: 'computer', level: 2 },
      { kind: 'person', level: 2 },
    ],
  }),
  result: { winners: [1], reason: 'stuck' },
}

it('says how a game against the computer ended', () => {
  expect(outcomeOf(won)).toMatchObject({ id: won.id, game: 'hermit', level: 2, won: true })
  const lost: Kept = { ...won, result: { winners: [0], reason: 'resignation' } }
  expect(outcomeOf(lost)).toMatchObject({ level: 2, won: false })
})

it.each<Partial<Kept>>([
  { variant: '' }, // from a custom position
  { players: [{ kind: 'person', level: 1 }, { kind: 'person', level: 1 }] }, // prettier-ignore
  { players: [{ kind: 'computer', level: 1 }, { kind: 'computer', level: 1 }] }, // prettier-ignore
])('does not count %j', (other) => {
  expect(outcomeOf({ ...won, ...other })).toBeUndefined()
})

it('does not count a game that goes on', () => {
  const { result, ...open } = won
  expect(result).toBeDefined()
  expect(outcomeOf(open)).toBeUndefined()
})

it('counts each game once', () => {
  const outcome = outcomeOf(won)
  expect(outcome).toBeDefined()
  const all = outcome ? [outcome, { ...outcome, won: false }, { ...outcome, id: 'other' }] : []
  expect(count(all).get('hermit')?.[1]).toEqual({ won: 1, lost: 1 })
  expect(count(all).get('amazons')).toHaveLength(8)
})
