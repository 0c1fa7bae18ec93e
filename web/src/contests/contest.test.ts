import { expect, it } from 'vitest'
import { half, leftText, scoreText } from './contest.svelte'
import type { Board } from './wire'

const board = (more: Partial<Board>): Board => ({
  number: 1,
  first: 'a',
  second: 'b',
  round: 1,
  scores: [0, 0],
  games: ['g'],
  ...more,
})

it('says how a board stands', () => {
  expect(scoreText(board({}))).toBe('')
  expect(scoreText(board({ over: true, scores: [1, 0] }))).toBe('1 – 0')
  expect(scoreText(board({ scores: [1, 0], games: ['g', 'h'] }))).toBe('1 – 0')
  expect(scoreText(board({ over: true, scores: [1.5, 0.5] }))).toBe('1½ – ½')
})

it('writes points and times as people do', () => {
  expect([0, 0.5, 3, 3.5].map(half)).toEqual(['0', '½', '3', '3½'])
  expect([0, 1, 65_000, 3_665_000, -5].map(leftText)).toEqual([
    '0:00',
    '0:01',
    '1:05',
    '1:01:05',
    '0:00',
  ])
})
