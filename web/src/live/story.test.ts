import { expect, it } from 'vitest'
import type { GameEvent, Setup } from '../generated/live'
import { beginning, firstLeft, isAbortable, leftOf, plyOf, tell, type Story } from './story'

const setup: Setup = {
  game: 'hermit',
  variant: '3x3',
  clock: '5+3',
  rated: true,
  players: [
    { id: '1', name: 'Ann', kind: 'person' },
    { id: '2', name: 'Bob', kind: 'person' },
  ],
}

/** A story told from events without their numbers. */
function storyOf(...events: Omit<GameEvent, 'number'>[]): Story {
  return events.map((event, i) => ({ ...event, number: i + 1 })).reduce(tell, beginning)
}

const created = { at: 1000, event: 'created', setup } as const
const turn = (seat: number, ply: number, at: number, clocks = [300_000, 300_000]) =>
  ({ event: 'turn', seat, ply, turn: `R${ply}`, at, clocks }) as const
const opened = [created, turn(1, 1, 5000), turn(2, 2, 8000)] as const

it('takes each event once and in order', () => {
  const story = storyOf(...opened)
  expect(plyOf(story)).toBe(2)
  expect(tell(story, { number: 3, ...turn(1, 3, 9000) })).toBe(story)
  expect(tell(story, { number: 5, ...turn(1, 3, 9000) })).toBe(story)
  expect(plyOf(tell(story, { number: 4, ...turn(1, 3, 9000) }))).toBe(3)
})

it('lets a first turn cost nothing, within a limit of its own', () => {
  const story = storyOf(created)
  expect(isAbortable(story)).toBe(true)
  expect(leftOf(story, 0, 0, 11_000)).toBe(300_000)
  expect(firstLeft(story, 0, 11_000)).toBe(20_000)
  const later = storyOf(...opened)
  expect(isAbortable(later)).toBe(false)
  expect(firstLeft(later, 0, 9000)).toBeUndefined()
  expect(leftOf(later, 0, 0, 10_500)).toBe(297_500)
  expect(leftOf(later, 1, 0, 10_500)).toBe(300_000)
  expect(leftOf(later, 0, 0, 7000)).toBe(300_000) // by a clock that is behind
})

it('starts with a shorter clock for the player who gives it', () => {
  const handicap = { name: 'quarter-time', giver: 2, time: 4, elo: 100, error: 50 }
  const story = storyOf({ ...created, setup: { ...setup, handicap } })
  expect(story.clocks).toEqual([300_000, 75_000])
})

it('gives time back after an outage', () => {
  const running = storyOf(...opened, {
    event: 'clock',
    at: 60_000,
    reason: 'outage',
    given: 50_000,
    clocks: [298_000, 300_000],
  })
  expect(leftOf(running, 0, 0, 61_000)).toBe(297_000)
  const first = storyOf(created, {
    event: 'clock',
    at: 60_000,
    reason: 'outage',
    given: 50_000,
    clocks: [300_000, 300_000],
  })
  expect(firstLeft(first, 0, 61_000)).toBe(20_000)
})

it('takes turns back, with their offer', () => {
  const asked = storyOf(...opened, { event: 'offer', at: 9000, seat: 2, offer: 'takeback' })
  expect(asked.offers).toEqual([{ kind: 'takeback', seat: 1, agreed: [] }])
  const agreed = tell(asked, { number: 5, event: 'accepted', at: 1, seat: 1, offer: 'takeback' })
  expect(agreed.offers[0]?.agreed).toEqual([0])
  const back = tell(agreed, { number: 6, event: 'takeback', at: 9500, ply: 1, clocks: [1, 2] })
  expect(back.actions.map((a) => a.turn)).toEqual(['R1'])
  expect(back.offers).toEqual([])
  expect(back.clocks).toEqual([1, 2])
})

it('knows who has declined whose offer', () => {
  const asked = storyOf(...opened, { event: 'offer', at: 9000, seat: 2, offer: 'takeback' })
  const declined = tell(asked, { number: 5, event: 'declined', at: 1, seat: 1, offer: 'takeback' })
  expect([declined.offers, declined.declined]).toEqual([[], [{ kind: 'takeback', seat: 1 }]])
  const withdrawn = tell(asked, { number: 5, event: 'declined', at: 1, seat: 2, offer: 'takeback' })
  expect([withdrawn.offers, withdrawn.declined]).toEqual([[], []])
})

it('knows who is out and how it ended', () => {
  const story = storyOf(
    ...opened,
    { event: 'flagged', at: 9000, seat: 1, clocks: [0, 300_000] },
    { event: 'ended', at: 9000, reason: 'time', winners: [2] },
  )
  expect(story.out.get(0)).toBe('flagged')
  expect(story.outcome).toEqual({ winners: [1], reason: 'time' })
  expect(leftOf(story, 1, 1, 99_000)).toBe(300_000)
})

it('keeps what a plan still expects', () => {
  const planned = storyOf(...opened, {
    event: 'plan',
    at: 1,
    seat: 2,
    plan: [
      ['R3', 'R4', 'R5', 'R6'],
      ['B3', 'R4'],
    ],
  })
  expect(tell(planned, { number: 5, ...turn(1, 3, 9000) }).plan).toEqual([['R4', 'R5', 'R6']])
})
