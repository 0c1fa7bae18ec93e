import { expect, test } from 'vitest'
import { remarksOf } from './remarks'

const judged = (ply: number, chance: number, played?: string, best = played) => ({
  ply,
  score: { win_probability: chance, proven: false },
  depth: 1,
  line: [],
  ...(played ? { played } : {}),
  ...(best ? { best } : {}),
})

test('a remark is about what a player has thrown away, the worst first', () => {
  const game = [
    judged(0, 0.6, 'a', 'A'), // to 0.45
    judged(1, 0.55, 'b'),
    judged(2, 0.5, 'c', 'C'), // to 0.1
    judged(3, 0.9, 'd', 'D'), // to 0.7: the opponent's turn
    judged(4, 0.3, 'e', 'E'), // to 0.25: too little
    judged(5, 0.75, 'f'),
    judged(6, 0.3),
  ]
  expect(remarksOf(game, 1).map((r) => [r.turn, r.best])).toEqual([
    [3, 'C'],
    [1, 'A'],
  ])
  expect(remarksOf(game, 2).map((r) => r.best)).toEqual(['D'])
  expect(remarksOf(game, 1, 1)).toHaveLength(1)
  expect(remarksOf([], 1)).toEqual([])
})
