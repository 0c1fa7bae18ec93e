// @vitest-environment jsdom
// A match with a counting game for an engine: each move is the next number, and saying 5 wins.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Scope } from '../base/scope'
import { fakeEngine, type FakeEngine } from '../engine/fake'
import { t } from '../i18n'
import { games, newKept, type Player } from './kept'
import { Match, type MatchEvent } from './match.svelte'

const goal = 5
const person: Player = { kind: 'person', level: 1 }
const computer: Player = { kind: 'computer', level: 1 }

function viewOf(position: string) {
  const count = Number(position)
  return {
    game: 'amazons',
    position,
    seats: 2,
    turn: count % 2,
    ...(count === goal ? { winners: [(count + 1) % 2], ending: 'stuck' } : { winners: [] }),
  }
}

function answer(method: string, params: { position: string; move: string; moves: string[] }) {
  if (method === 'view') {
    return viewOf(params.position)
  }
  if (method === 'play') {
    if (Number(params.move) !== Number(params.position) + 1) {
      throw new Error(`illegal move ${params.move}`)
    }
    return { move: params.move, view: viewOf(params.move) }
  }
  const { turn, winners } = viewOf('0')
  const stations = params.moves.map((move) => ({ move, ...viewOf(move) }))
  return { stations: [{ position: '0', turn, winners }, ...stations], error: unread }
}

let events: MatchEvent[]
let searches: object[]
/** How long the computer thinks. */
let thinks: number
/** How long the engine loads before it can think. */
let loads: number
/** Whether what the engine needs to think does not come. */
let isAway: boolean
/** Why not all of a stored game can be read. */
let unread: string | undefined
let fake: FakeEngine
let scope: Scope

function search(params: { position: string }, tell: (message: object) => void) {
  searches.push(params)
  if (isAway) {
    throw new Error('not loaded')
  }
  const move = String(Number(params.position) + 1)
  if (loads > 0) {
    tell({ later: true })
    setTimeout(() => tell({ later: false }), loads)
  }
  return new Promise((resolve) => setTimeout(() => resolve({ move }), loads + thinks))
}

function open(players: Player[], clock?: { start: number; increment: number }) {
  const kept = newKept({ game: 'amazons', variant: '', start: '0', players, clock })
  return new Match(scope, fake.engine, kept, (event) => events.push(event))
}

async function begin(players: Player[], clock?: { start: number; increment: number }) {
  const match = open(players, clock)
  void match.load()
  await vi.advanceTimersByTimeAsync(0)
  return match
}

beforeEach(() => {
  vi.useFakeTimers()
  events = []
  searches = []
  thinks = 100
  loads = 0
  isAway = false
  unread = undefined
  scope = new Scope()
  fake = fakeEngine((method, params: Parameters<typeof answer>[1], tell) =>
    method === 'search' ? search(params, tell) : answer(method, params),
  )
})
afterEach(() => {
  scope.end()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('words why not all of a stored game could be read', async () => {
  unread = 'move 3: illegal'
  const { error } = await begin([person, computer])
  expect(error).toBe(t().faults.record({ detail: 'move 3: illegal' }))
})

it('lets the computer answer, and ends by the rules', async () => {
  const match = await begin([person, computer])
  for (const move of ['1', '3', '5']) {
    await match.play(move)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(match.course.moves).toEqual(['1', '2', '3', '4', '5'])
  expect(match.result).toEqual({ winners: [0], reason: 'stuck' })
  expect(match.kept.moves).toHaveLength(5)
  expect(events).toEqual(['move', 'move', 'move', 'move', 'move', 'end'])
  await expect(match.play('6')).resolves.toBeUndefined()
})

it('says at once that the computer thinks, and that the game is over', async () => {
  const match = await begin([person, computer])
  const arrive = async (position: string) => {
    for (let i = 0; i < 1000 && match.viewing.live?.position !== position; i++) {
      await Promise.resolve()
    }
    expect(match.viewing.live?.position).toBe(position)
  }
  void match.play('1')
  await arrive('1')
  expect(match.thinking).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  await match.play('3')
  await vi.advanceTimersByTimeAsync(1000)
  void match.play('5')
  await arrive('5')
  expect(match.over).toBe(true)
})

it('is lost on time against the computer', async () => {
  const match = await begin([person, computer], { start: 5000, increment: 0 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(match.over).toBe(false) // the clock does not run before the first move
  void match.play('1')
  await vi.advanceTimersByTimeAsync(1000)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(match.result).toEqual({ winners: [1], reason: 'time' })
  expect(match.clock.left[0]).toBe(0)
  expect(events.filter((e) => e === 'end')).toHaveLength(1)
})

it('is lost on time between two people, and by the computer too', async () => {
  const two = await begin([person, person], { start: 5000, increment: 0 })
  await two.play('1')
  await vi.advanceTimersByTimeAsync(6000)
  expect(two.result).toEqual({ winners: [0], reason: 'time' })
  thinks = 60_000
  const slow = await begin([person, computer], { start: 5000, increment: 0 })
  void slow.play('1')
  await vi.advanceTimersByTimeAsync(6000)
  expect(slow.result).toEqual({ winners: [0], reason: 'time' })
  await vi.advanceTimersByTimeAsync(100_000)
  expect(slow.course.moves).toEqual(['1'])
})

it('charges the computer with thinking, and not with what is still to be loaded', async () => {
  thinks = 2000
  loads = 60_000
  const match = await begin([person, computer], { start: 5000, increment: 0 })
  void match.play('1')
  await vi.advanceTimersByTimeAsync(loads)
  expect(match.clock.left).toEqual([5000, 5000])
  await vi.advanceTimersByTimeAsync(thinks)
  expect(match.clock.left).toEqual([5000, 3000])
  expect(match.course.moves).toEqual(['1', '2'])
  expect(match.over).toBe(false)
})

it('tells the engine of the clocks', async () => {
  const match = await begin([person, computer], { start: 5000, increment: 1000 })
  await match.play('1').catch(() => undefined)
  await vi.advanceTimersByTimeAsync(1000)
  expect(searches[0]).toMatchObject({
    clocks: [
      { left: 5000, increment: 1000 },
      { left: 5000, increment: 1000 },
    ],
  })
})

it('takes back to the turn of a person, with the clocks as they were', async () => {
  const match = await begin([person, computer], { start: 5000, increment: 0 })
  void match.play('1')
  await vi.advanceTimersByTimeAsync(1000)
  void match.play('3')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(match.result?.reason).toBe('time')
  const replayed = fake.asked.filter((m) => m === 'replay').length
  await match.undo()
  expect(match.course.moves).toEqual(['1', '2'])
  expect(match.result).toBeUndefined()
  expect(match.clock.left[0]).toBe(5000)
  await match.redo()
  expect(match.course.moves).toEqual(['1', '2', '3', '4'])
  expect(fake.asked.filter((m) => m === 'replay')).toHaveLength(replayed)
})

it('is not changed by an answer that comes too late', async () => {
  const match = await begin([person, computer])
  void match.play('1')
  await vi.advanceTimersByTimeAsync(50)
  await match.undo()
  await vi.advanceTimersByTimeAsync(5000)
  expect(match.course.moves).toEqual([])
  expect(match.thinking).toBe(false)
})

it('halts and goes on where computers play each other', async () => {
  const match = await begin([computer, computer])
  await vi.advanceTimersByTimeAsync(800)
  await match.setPaused(true)
  const { length } = match.course.moves
  await vi.advanceTimersByTimeAsync(5000)
  expect(match.course.moves).toHaveLength(length)
  void match.setPaused(false)
  await vi.advanceTimersByTimeAsync(5000)
  expect(match.result).toBeDefined()
})

it.each<[string, (match: Match) => void]>([
  ['the network is back', () => void dispatchEvent(new Event('online'))],
  ['it is asked to', (match) => void match.retry()],
])('lets a computer that could not think do so once %s', async (_, again) => {
  isAway = true
  const match = await begin([person, computer])
  await match.play('1')
  await vi.advanceTimersByTimeAsync(1000)
  expect([match.failure, match.thinking]).toEqual(['Error: not loaded', false])
  isAway = false
  again(match)
  await vi.advanceTimersByTimeAsync(1000)
  expect([match.course.moves, match.failure]).toEqual([['1', '2'], undefined])
  again(match)
  await vi.advanceTimersByTimeAsync(1000)
  expect(searches).toHaveLength(2)
})

it('is resigned for the only person, whoever is to move', async () => {
  const match = await begin([person, computer])
  void match.play('1')
  await vi.advanceTimersByTimeAsync(10)
  match.resign()
  expect(match.result).toEqual({ winners: [1], reason: 'resignation' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(match.course.moves).toEqual(['1'])
})

it('gives advice, which a move makes out of date', async () => {
  const match = await begin([person, person])
  void match.ask()
  await vi.advanceTimersByTimeAsync(200)
  expect(match.hint?.move).toBe('1')
  await match.play('1')
  expect(match.hint).toBeUndefined()
})

it('says what is wrong with a move', async () => {
  const match = await begin([person, person])
  await expect(match.play('7')).rejects.toThrow('illegal move 7')
  expect(match.course.moves).toEqual([])
})

it('is not newer for having been looked at', async () => {
  const match = await begin([person, computer], { start: 5000, increment: 0 })
  await match.play('1')
  match.resign()
  scope.end()
  const { updated } = match.kept
  await vi.advanceTimersByTimeAsync(60_000)
  const again = new Match(new Scope(), fake.engine, match.kept)
  await again.load()
  await again.viewing.show(0)
  again.flip()
  expect(again.kept).toMatchObject({ updated, flipped: true })
  await again.undo()
  expect(again.kept.updated).toBeGreaterThan(updated)
})

it('does not begin when it is left while loading', async () => {
  const match = open([computer, computer], { start: 5000, increment: 0 })
  const keep = vi.spyOn(games, 'keep')
  void match.load()
  scope.end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([match.viewing.live, match.result, searches]).toEqual([undefined, undefined, []])
  expect(keep).not.toHaveBeenCalled()
})

it('ends with the page: the computer stops thinking, and nothing is stored later', async () => {
  const match = await begin([person, computer], { start: 5000, increment: 0 })
  void match.play('1')
  await vi.advanceTimersByTimeAsync(50)
  expect(fake.running.size).toBe(1)
  const keep = vi.spyOn(games, 'keep')
  scope.end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fake.running.size).toBe(0)
  expect([match.course.moves, match.result]).toEqual([['1'], undefined])
  expect(keep).toHaveBeenCalledTimes(1)
  expect(match.kept.left).toEqual([5000, 4950])
})

it('keeps the running clock when the page is closed or loaded again', async () => {
  const match = await begin([person, person], { start: 5000, increment: 0 })
  await match.play('1')
  await vi.advanceTimersByTimeAsync(3000)
  const keep = vi.spyOn(games, 'keep')
  dispatchEvent(new Event('pagehide'))
  expect(keep).toHaveBeenCalledWith(match.kept)
  expect(match.kept.left).toEqual([5000, 2000])
  await vi.advanceTimersByTimeAsync(1000)
  expect(match.clock.left).toEqual([5000, 1000]) // the page may come back as it was
})
