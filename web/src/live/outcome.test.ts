import { expect, it } from 'vitest'
import type { GameEvent, Player, Setup } from '../generated/live'
import { isRated, seenEnd, wordsOfOutcome } from './outcome'
import { beginning, tell } from './story'

const players: Player[] = [
  { id: '1', name: 'Mira', kind: 'person' },
  { id: '2', name: 'amazons-3', kind: 'bot' },
]
const setup: Setup = { game: 'amazons', variant: '6x6', clock: '5+3', rated: true, players }

const storyOf = (...events: Omit<GameEvent, 'number' | 'at'>[]) =>
  [{ event: 'created' as const, setup }, ...events].reduce(
    (story, event, i) => tell(story, { ...event, number: i + 1, at: i }),
    beginning,
  )

const turns = [
  { event: 'turn' as const, seat: 1, ply: 1, turn: 'a1-a2(a3)' },
  { event: 'turn' as const, seat: 2, ply: 2, turn: 'f6-f5(f4)' },
]

it('says that a player of a tournament did not show up, and that the game is not rated', () => {
  const story = storyOf(
    { event: 'flagged', seat: 1 },
    { event: 'ended', winners: [2], reason: 'no-show' },
  )
  expect(wordsOfOutcome(story, 0)).toMatch(/first move in time/)
  expect(wordsOfOutcome(story, 1)).toMatch(/You win! Your opponent didn’t show up/)
  expect(isRated(story)).toBe(false)
})

it('says who ran out of time in a game that is rated', () => {
  const story = storyOf(
    ...turns,
    { event: 'flagged', seat: 1 },
    { event: 'ended', winners: [2], reason: 'time' },
  )
  expect(wordsOfOutcome(story, 0)).toBe('You ran out of time.')
  expect(isRated(story)).toBe(true)
})

it('tells of the end with the names that the page shows', () => {
  const end = { players, winners: [1] }
  expect(seenEnd({ ...end, reason: 'resigned' })).toBe('Iphito wins by resignation.')
  expect(seenEnd({ ...end, reason: 'stuck' })).toBe('Mira can’t move: Iphito wins.')
  expect(seenEnd({ players, winners: [], reason: 'aborted' })).toMatch(/aborted/)
})
