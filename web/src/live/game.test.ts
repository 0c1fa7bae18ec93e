// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Scope } from '../base/scope'
import type { Frame, GameEvent } from '../generated/live'
import type { Full } from '../server/api'
import { fakeDial } from '../server/fakes'
import { timing } from '../server/link.svelte'
import { countingEngine, created } from './fakes'
import { LiveGame } from './game.svelte'
import type { Told } from './told'

const turn = (number: number, ply: number): GameEvent => ({
  number,
  at: 1000 * number,
  event: 'turn',
  seat: 2 - (ply % 2),
  ply,
  turn: String(ply),
  clocks: [300_000, 300_000],
})
const opened = [created, turn(2, 1), turn(3, 2)]

function full(you: number, events: GameEvent[]): Full {
  const view = { number: events.length } as Full['view']
  return { id: 'g', view, you, now: 4000, watchers: 0, present: [1, 2], events }
}

let told: Told[]
let scope: Scope
beforeEach(() => {
  scope = new Scope()
  vi.useFakeTimers()
  vi.setSystemTime(4000)
  told = []
})
afterEach(() => {
  scope.end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function serve(you: number, events = opened) {
  const headers = { 'Content-Type': 'application/json' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(full(you, events), { headers })))
}

/** Opens a game; the engine calls before with each question. */
async function begin(you: number, events = opened, before?: () => void) {
  serve(you, events)
  const { wires, dial } = fakeDial()
  const engine = countingEngine(before)
  const game = new LiveGame(scope, engine, 'g', (what) => void told.push(what), dial)
  await game.load()
  const wire = () => {
    const last = wires.at(-1)
    if (!last) {
      throw new Error('nothing was dialed')
    }
    return last
  }
  wire().onopen?.()
  const hear = async (frame: Frame) => {
    wire().tell(frame)
    await vi.advanceTimersByTimeAsync(0)
  }
  const turns = () => wires.flatMap((w) => w.sent.filter((s) => s['do'] === 'turn'))
  return { game, wires, wire, hear, turns }
}

it('follows a game from its log', async () => {
  const { game, wire, hear } = await begin(0)
  expect(wire().path).toContain('/game/g/socket?after=3')
  expect(game.course.moves).toEqual(['1', '2'])
  expect([game.you, game.open]).toEqual([undefined, false])
  await hear(turn(4, 3))
  await hear(turn(4, 3))
  expect(game.course.moves).toEqual(['1', '2', '3'])
  expect(game.viewing.shown?.position).toBe('3')
  expect(told).toEqual([{ what: 'move' }])
})

it('shows its own turn at once and takes the refusal of one', async () => {
  const { game, hear, turns } = await begin(1)
  await game.play('3')
  expect(turns()).toMatchObject([{ id: '1', turn: '3', ply: 3, seen: 3 }])
  expect([game.viewing.shown?.position, game.open]).toEqual(['3', false])
  await hear({ event: 'refused', id: '1', reason: 'late', detail: 'out of time' })
  expect([game.viewing.shown?.position, game.open]).toEqual(['2', true])
  expect(game.error).toBe('You ran out of time.')
  await expect(game.play('7')).rejects.toThrow('illegal')
})

it.each(['not-stored', 'ending'])('sends a turn again that was refused as %s', async (reason) => {
  const { game, hear, turns } = await begin(1)
  await game.play('3')
  await hear({ event: 'refused', id: '1', reason, detail: 'send it again in a moment' })
  expect([game.viewing.shown?.position, game.open, game.error]).toEqual(['3', false, undefined])
  expect([game.timed, turns().length]).toEqual([0, 1])
  await vi.advanceTimersByTimeAsync(2000)
  expect(turns()).toHaveLength(2)
  expect(turns()[1]).toEqual(turns()[0])
  await hear(turn(4, 3))
  await vi.advanceTimersByTimeAsync(10_000)
  expect([game.course.moves, turns().length]).toEqual([['1', '2', '3'], 2])
})

it('sends a turn that was refused for now once a second, also after reconnecting', async () => {
  const { game, hear, turns } = await begin(1)
  const refused: Frame = { event: 'refused', id: '1', reason: 'not-stored', detail: '' }
  await game.play('3')
  await hear(refused)
  for (let times = 2; times <= 4; times++) {
    await hear({ event: 'state', ...full(1, opened) })
    await hear(refused)
    expect(turns()).toHaveLength(times)
  }
  await vi.advanceTimersByTimeAsync(1500)
  expect(turns()).toHaveLength(5)
})

it('sends a turn again whose answer was lost, as the same turn', async () => {
  const { game, wires, wire, hear, turns } = await begin(1)
  wire().onclose?.()
  await game.play('3')
  expect(turns()).toEqual([])
  expect(game.unsure).toBe(true)
  await vi.advanceTimersByTimeAsync(400)
  wire().onopen?.()
  await hear({ event: 'state', ...full(1, opened) })
  expect(turns()).toHaveLength(1)
  wire().onclose?.()
  await vi.advanceTimersByTimeAsync(400)
  wire().onopen?.()
  await hear({ event: 'state', ...full(1, opened) })
  expect(turns()[1]).toEqual(turns()[0])
  expect(wires).toHaveLength(3)
  await hear(turn(4, 3))
  expect([game.sent, game.course.moves]).toEqual([undefined, ['1', '2', '3']])
})

it('lets its own clock run, not the other, while a turn does not arrive', async () => {
  const { game, hear } = await begin(1)
  game.link?.setTime(4000, 0)
  const left = () => [game.left(0), game.left(1)]
  await hear({ event: 'pong', now: 4000 })
  await game.play('3')
  expect([game.unsure, game.timed]).toEqual([false, 1])
  await vi.advanceTimersByTimeAsync(timing.late)
  expect([game.unsure, game.timed]).toEqual([true, 0])
  expect(left()).toEqual([300_000 - 1000 - timing.late, 300_000])
  await hear({ event: 'pong', now: Date.now() })
  expect([game.unsure, game.timed]).toEqual([false, 1])
})

it('plays a prepared turn when it is due, if it can', async () => {
  const { game, hear, turns } = await begin(2)
  game.premove.move = '4'
  await hear(turn(4, 3))
  expect(turns()).toMatchObject([{ turn: '4', ply: 4 }])
  await hear(turn(5, 4))
  game.premove.move = '9'
  await hear(turn(6, 5))
  expect(turns()).toHaveLength(1)
  expect(game.error).toBe('Your premove is no longer legal.')
  expect(game.premove.move).toBeUndefined()
})

it('lets a player who is gone be claimed after a while', async () => {
  const { game, hear } = await begin(1)
  expect(game.presence.has(1)).toBe(true)
  await hear({ event: 'present', seats: [1] })
  expect([game.presence.has(1), game.canClaim(1)]).toEqual([false, false])
  for (let seconds = 0; seconds < 60; seconds += 5) {
    await vi.advanceTimersByTimeAsync(5000)
    await hear({ event: 'pong', now: Date.now() }) // or the connection would be given up
    await hear({ event: 'present', seats: [1] })
  }
  await vi.advanceTimersByTimeAsync(200)
  expect(game.canClaim(1)).toBe(true)
  await hear({ event: 'present', seats: [1, 2] })
  expect(game.canClaim(1)).toBe(false)
})

it('ends, and goes back over a takeback', async () => {
  const { game, hear } = await begin(1)
  await hear({ number: 4, at: 1, event: 'offer', seat: 2, offer: 'takeback' })
  expect(told).toEqual([{ what: 'offer', kind: 'takeback', seat: 1 }])
  await hear({ number: 5, at: 1, event: 'accepted', seat: 1, offer: 'takeback' })
  await hear({ number: 6, at: 1, event: 'takeback', ply: 1, clocks: [1, 2] })
  expect([game.course.moves, game.turn]).toEqual([['1'], 1])
  await hear({ number: 7, at: 2, event: 'resigned', seat: 2 })
  await hear({ number: 8, at: 2, event: 'ended', reason: 'resigned', winners: [1] })
  expect(game.story.outcome).toEqual({ winners: [0], reason: 'resigned' })
  expect([game.over, game.open]).toEqual([true, false])
  expect(told.at(-1)).toEqual({ what: 'end' })
})

it('says that there is no such game, and waits for a server that is away', async () => {
  let answer = Promise.reject<Response>(new TypeError('refused'))
  vi.stubGlobal('fetch', () => answer)
  const game = new LiveGame(scope, countingEngine(), 'g', undefined, fakeDial().dial)
  const loaded = game.load()
  await vi.advanceTimersByTimeAsync(100)
  expect(game.waiting).toBe(true)
  answer = Promise.resolve(
    new Response('{"detail":"no game"}', {
      status: 404,
      headers: { 'Content-Type': 'application/problem+json' },
    }),
  )
  await vi.advanceTimersByTimeAsync(600)
  await loaded
  expect([game.missing, game.waiting]).toEqual([true, false])
})

it.each([429, 503])('waits for a server that answers %i', async (status) => {
  const headers = { 'Content-Type': 'application/problem+json' }
  const busy = new Response('{"reason":"overloaded"}', { status, headers })
  const answers = [busy, Response.json(full(1, opened))]
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()))
  const game = new LiveGame(scope, countingEngine(), 'g', undefined, fakeDial().dial)
  const loaded = game.load()
  await vi.advanceTimersByTimeAsync(100)
  expect([game.waiting, game.error]).toEqual([true, undefined])
  await vi.advanceTimersByTimeAsync(600)
  await loaded
  expect([game.waiting, game.course.moves]).toEqual([false, ['1', '2']])
})

it('takes the time without a server for none of the way to it', async () => {
  const answers = [
    () => Promise.reject(new TypeError('refused')),
    () => Promise.resolve(Response.json({ ...full(1, opened), now: Date.now() })),
  ]
  vi.stubGlobal('fetch', () => answers.shift()?.())
  const game = new LiveGame(scope, countingEngine(), 'g', undefined, fakeDial().dial)
  const loaded = game.load()
  await vi.advanceTimersByTimeAsync(600)
  await loaded
  expect([game.link?.offset, game.link?.lag]).toEqual([0, 0])
})

it('continues as a spectator when the session has ended', async () => {
  const { game, wire, hear } = await begin(1)
  const before = wire()
  expect(game.you).toBe(0)
  serve(0)
  await hear({ event: 'disconnected', type: 'disconnected', reason: 'sign-in', detail: '' })
  await vi.waitFor(() => expect(wire()).not.toBe(before))
  expect([game.you, game.missing, before.closed]).toEqual([undefined, false, true])
})

it('takes back a turn that was not sent when the session has ended, and the premove after it', async () => {
  const { game, wire, hear } = await begin(1)
  wire().onclose?.()
  await game.play('3')
  game.premove.move = '5'
  await vi.advanceTimersByTimeAsync(400)
  wire().onopen?.()
  serve(0)
  await hear({ event: 'disconnected', type: 'disconnected', reason: 'sign-in', detail: '' })
  await vi.waitFor(() => expect(game.you).toBeUndefined())
  expect([game.course.moves, game.viewing.shown?.position]).toEqual([['1', '2'], '2'])
  expect([game.timed, game.premove.move]).toEqual([0, undefined])
})

it('shows the next turn though the engine failed when one was refused', async () => {
  let isFailing = false
  const { game, hear } = await begin(1, opened, () => {
    if (isFailing) {
      throw new Error('out of memory')
    }
  })
  await game.play('3')
  isFailing = true
  await hear({ event: 'refused', id: '1', reason: 'late', detail: '' })
  isFailing = false
  await hear(turn(4, 3))
  expect([game.story.number, game.course.moves]).toEqual([4, ['1', '2', '3']])
})

it('forgets a premove when the turn before it is taken back', async () => {
  const { game, hear, turns } = await begin(1, [...opened, turn(4, 3)])
  game.premove.move = '3'
  await hear({ number: 5, at: 1, event: 'takeback', ply: 2, clocks: [1, 2] })
  expect([game.course.moves, game.open]).toEqual([['1', '2'], true])
  expect([game.premove.move, turns()]).toEqual([undefined, []])
})

it('does not connect when it is left while loading', async () => {
  serve(1)
  const { wires, dial } = fakeDial()
  const game = new LiveGame(scope, countingEngine(), 'g', undefined, dial)
  void game.load()
  scope.end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([wires, vi.getTimerCount()]).toEqual([[], 0])
})

it('stops asking for a game when it is left while the server is away', async () => {
  const fetched = vi.fn(() => Promise.reject(new TypeError('refused')))
  vi.stubGlobal('fetch', fetched)
  const game = new LiveGame(scope, countingEngine(), 'g', undefined, fakeDial().dial)
  void game.load()
  await vi.advanceTimersByTimeAsync(100)
  scope.end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([fetched.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
})

it('leaves nothing behind', async () => {
  const { wire, hear } = await begin(1)
  scope.end()
  await hear({ event: 'rematch', game: 'h' })
  expect([wire().closed, told, vi.getTimerCount()]).toEqual([true, [], 0])
})

it('runs clocks only until the game is over', async () => {
  const { game, hear } = await begin(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(game.now).toBe(5000)
  await hear({ number: 4, at: 2, event: 'resigned', seat: 2 })
  await hear({ number: 5, at: 2, event: 'ended', reason: 'resigned', winners: [1] })
  await vi.advanceTimersByTimeAsync(2000)
  expect(game.now).toBe(5000)
})
