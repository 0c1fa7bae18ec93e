import { afterEach, expect, it } from 'vitest'
import { speak } from '../i18n/topic.svelte'
import { endByLoss, wordsOfEnd, type Reason } from './ending'

afterEach(() => speak('en'))

const ending = (reason: Reason, winners: number[], you?: number, game = 'amazons', seats = 2) =>
  wordsOfEnd({ winners, reason }, game, seats, you)

it('tells the loser why it was he who has lost', async () => {
  expect(ending('stuck', [1], 0)).toBe('You cannot move: you lose.')
  expect(ending('stuck', [0], 0)).toBe('You win! The other side cannot move.')
  expect(ending('climb', [1], 0, 'santorini')).toBe(
    'Player B has climbed to the third storey: you lose.',
  )
  expect(ending('time', [0], 1)).toBe('Your time is up: you lose.')
  await speak('nl')
  expect(ending('stuck', [1], 0)).toBe('Je kunt niet meer zetten: je verliest.')
})

it('names both where several people play, or none', async () => {
  expect(ending('stuck', [1])).toBe('White cannot move: Black wins.')
  expect(ending('resignation', [0])).toBe('Black has resigned: White wins.')
  await speak('nl')
  expect(ending('time', [0])).toBe('De tijd van Zwart is om: Wit wint.')
})

it('tells of teams, and of the drop', () => {
  expect(ending('climb', [0, 2], 1, 'santorini', 4)).toBe(
    'Player A and Player C have climbed to the third storey: you lose.',
  )
  expect(ending('climb', [0, 2], 2, 'santorini', 4)).toBe(
    'You win! Your side has climbed to the third storey.',
  )
  expect(ending('stuck', [1, 3], undefined, 'santorini', 4)).toBe(
    'Player A and Player C cannot move: Player B and Player D win.',
  )
  expect(ending('drop', [0], undefined, 'santorini')).toBe(
    'Player A wins with Pan, by stepping down two levels.',
  )
})

it('is won by all but the loser', () => {
  expect(endByLoss(2, 0, 'time')).toEqual({ winners: [1], reason: 'time' })
})
