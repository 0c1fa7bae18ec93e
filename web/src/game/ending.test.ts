import { afterEach, expect, it } from 'vitest'
import { speak } from '../i18n/topic.svelte'
import { endByLoss, wordsOfEnd, type Reason } from './ending'

afterEach(() => speak('en'))

const ending = (reason: Reason, winners: number[], you?: number, game = 'amazons', seats = 2) =>
  wordsOfEnd({ winners, reason }, game, seats, you)

it('tells a player why they won or lost', async () => {
  expect(ending('stuck', [1], 0)).toBe('You can’t move, so you lose.')
  expect(ending('stuck', [0], 0)).toBe('You win! Your opponent can’t move.')
  expect(ending('climb', [1], 0, 'santorini')).toBe('Player B reached the third level. You lose.')
  expect(ending('time', [0], 1)).toBe('You ran out of time.')
  await speak('nl')
  expect(ending('stuck', [1], 0)).toBe('Je kunt niet meer zetten: je verliest.')
})

it('names both sides where several people play, or none', async () => {
  expect(ending('stuck', [1])).toBe('White can’t move: Black wins.')
  expect(ending('resignation', [0])).toBe('Black resigned: White wins.')
  await speak('nl')
  expect(ending('time', [0])).toBe('De tijd van Zwart is om: Wit wint.')
})

it('tells of teams, and of a win with Pan', () => {
  expect(ending('climb', [0, 2], 1, 'santorini', 4)).toBe(
    'Player A and Player C reached the third level. You lose.',
  )
  expect(ending('climb', [0, 2], 2, 'santorini', 4)).toBe(
    'You win! Your side reached the third level.',
  )
  expect(ending('time', [0, 2], 2, 'santorini', 4)).toBe('You win! The other side ran out of time.')
  expect(ending('stuck', [1, 3], undefined, 'santorini', 4)).toBe(
    'Player A and Player C can’t move: Player B and Player D win.',
  )
  expect(ending('drop', [0], undefined, 'santorini')).toBe(
    'Player A wins with Pan by moving down two levels.',
  )
})

it('is won by all but the loser', () => {
  expect(endByLoss({ seats: 2 }, 0, 'time')).toEqual({ winners: [1], reason: 'time' })
  expect(endByLoss({ seats: 4 }, 2, 'time').winners).toEqual([0, 1, 3])
})

it('is lost by the partner of the loser too', () => {
  expect(endByLoss({ seats: 4, teams: true }, 2, 'resignation').winners).toEqual([1, 3])
})
