import { expect, it } from 'vitest'
import { seated } from './beginning.svelte'

const person = { kind: 'person', level: 3 }
const computer = { kind: 'computer', level: 3 }

it('seats people and computers as they were chosen', () => {
  const level = 3
  expect(seated({ opponent: 'people', level, side: 0 }, 2)).toEqual([person, person])
  expect(seated({ opponent: 'watch', level, side: 0 }, 2)).toEqual([computer, computer])
  expect(seated({ opponent: 'computer', level, side: 1 }, 3)).toEqual([computer, person, computer])
})

it('seats a person last where the place that was chosen is not there', () => {
  const chosen = { opponent: 'computer', level: 3, side: 3 } as const
  expect(seated(chosen, 2)).toEqual([computer, person])
})

it('seats one person where it is left to chance', () => {
  const players = seated({ opponent: 'computer', level: 3, side: 'random' }, 4)
  expect(players.filter(({ kind }) => kind === 'person')).toHaveLength(1)
})
