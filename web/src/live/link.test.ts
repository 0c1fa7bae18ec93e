import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeDial } from './fakes'
import { Link } from './link.svelte'
import { Scope } from '../scope'

let scope: Scope
beforeEach(() => {
  scope = new Scope()
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  scope.end()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function begin() {
  const { wires, dial } = fakeDial()
  const heard: unknown[] = []
  const link = new Link(
    scope,
    () => `/s?after=${heard.length}`,
    (frame) => void heard.push(frame),
    dial,
  )
  return { wires, heard, link }
}

it('goes on from what it has heard when the way breaks', async () => {
  const { wires, heard, link } = begin()
  expect(link.send({ do: 'x' })).toBe(false)
  wires[0]?.onopen?.()
  expect(link.open).toBe(true)
  wires[0]?.tell({ event: 'turn' })
  expect(heard).toEqual([{ event: 'turn' }])
  wires[0]?.onclose?.()
  expect([link.open, link.lost]).toEqual([false, true])
  await vi.advanceTimersByTimeAsync(300)
  expect(wires.map((w) => w.path)).toEqual(['/s?after=0', '/s?after=1'])
  wires[1]?.onopen?.()
  expect([link.open, link.lost]).toEqual([true, false])
})

it('waits longer after each failure, up to a limit', async () => {
  const { wires } = begin()
  const at: number[] = []
  for (let i = 0; i < 9; i++) {
    at.push(Date.now())
    wires.at(-1)?.onclose?.()
    await vi.advanceTimersToNextTimerAsync()
  }
  const waits = at.slice(1).map((time, i) => time - (at[i] ?? 0))
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000])
})

it('takes a silent way for a broken one, and pings it before', async () => {
  const { wires, link } = begin()
  wires[0]?.onopen?.()
  for (let pings = 1; pings <= 3; pings++) {
    expect(wires[0]?.sent).toHaveLength(pings)
    wires[0]?.tell({ event: 'pong', now: 5 })
    await vi.advanceTimersByTimeAsync(3000)
  }
  await vi.advanceTimersByTimeAsync(9000)
  expect(link.open).toBe(true)
  await vi.advanceTimersByTimeAsync(4000)
  expect([link.lost, wires[0]?.closed]).toEqual([true, true])
})

it('measures the lag and the time of the server', async () => {
  const { wires, link } = begin()
  wires[0]?.onopen?.()
  await vi.advanceTimersByTimeAsync(80)
  wires[0]?.tell({ event: 'pong', now: Date.now() - 40 + 5000 })
  expect(link.lag).toBe(80)
  expect(link.offset).toBe(5000)
})

it('does not connect again when the session has ended', async () => {
  const { wires, heard, link } = begin()
  wires[0]?.onopen?.()
  wires[0]?.tell({ event: 'disconnected', reason: 'sign-in' })
  wires[0]?.onclose?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([link.disconnected, link.lost, wires.length]).toEqual(['sign-in', false, 1])
  expect(heard).toEqual([{ event: 'disconnected', reason: 'sign-in' }])
})

it('stays closed', async () => {
  const { wires } = begin()
  wires[0]?.onopen?.()
  scope.end()
  await vi.advanceTimersByTimeAsync(60_000)
  dispatchEvent(new Event('online'))
  expect([wires.length, vi.getTimerCount()]).toEqual([1, 0])
})

it('is not lost in a hidden tab, whose timers run once a minute', async () => {
  const { wires, link } = begin()
  wires[0]?.onopen?.()
  await vi.advanceTimersByTimeAsync(50)
  wires[0]?.tell({ event: 'pong', now: 5 })
  vi.setSystemTime(Date.now() + 60_000) // as if no timer had run
  await vi.advanceTimersByTimeAsync(3000)
  expect([link.lost, wires[0]?.sent.length]).toEqual([false, 2])
})

it('measures a round trip that takes longer than the time between pings', async () => {
  const { wires, link } = begin()
  wires[0]?.onopen?.()
  await vi.advanceTimersByTimeAsync(5000)
  wires[0]?.tell({ event: 'pong', now: Date.now() - 2500 })
  expect(link.lag).toBe(5000)
  expect(link.offset).toBe(0)
})
