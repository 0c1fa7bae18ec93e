import { expect, it } from 'vitest'
import { made, type MistakeCard, type PuzzleCard } from '../cards/card'
import type { Puzzle } from '../puzzles/puzzles'
import { exercisesOf, groupsBy, themesOf } from './groups'

const base = { ...made, updated: 1, added: 1, game: 'hermit' }
const mistake = (reasons: string[]): MistakeCard => ({
  ...base,
  id: `hermit ... 1 ${reasons.join()}`,
  position: '... 1',
  played: reasons.join(),
  better: 'b',
  won: false,
  reasons,
})
const failed = (puzzle: string): PuzzleCard => ({ ...base, id: `hermit#${puzzle}`, puzzle })
const puzzle = { id: 'p', themes: ['mirror', 'pair'] } as Puzzle

it('groups by theme, and leaves out puzzles that are gone', () => {
  const cards = [
    { card: mistake(['mirror']), due: 1 },
    { card: mistake([]), due: 9 },
    { card: failed('p'), due: 3 },
    { card: failed('gone'), due: 3 },
  ]
  const exercises = exercisesOf(cards, new Map([['p', puzzle]]))
  expect(exercises).toHaveLength(3)
  const groups = groupsBy(exercises, 1, themesOf)
  expect(groups.map(({ key, all, due }) => [key.kind, key.name, all.length, due.length])).toEqual([
    ['reason', 'mirror', 1, 1],
    ['reason', 'other', 1, 0],
    ['puzzle', 'mirror', 1, 0],
    ['puzzle', 'pair', 1, 0],
  ])
})
