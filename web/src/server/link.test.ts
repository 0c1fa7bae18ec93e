// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Scope } from '../base/scope'
import { fakeDial } from './fakes'
import { isDisconnected, Link, timing } from './link.svelte'

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

it('says so when the server does not answer, and then dials again', async () => {
  const { wires, link } = begin()
  wires[0]?.onopen?.()
  wires[0]?.tell({ event: 'pong', now: 5 })
  await vi.advanceTimersByTimeAsync(timing.ping + timing.late - 1)
  expect([link.down, isDisconnected()]).toEqual([false, false])
  await vi.advanceTimersByTimeAsync(1)
  expect([link.down, link.open, isDisconnected()]).toEqual([true, true, true])
  wires[0]?.tell({ event: 'pong', now: 5 })
  expect([link.down, isDisconnected()]).toEqual([false, false])
  await vi.advanceTimersByTimeAsync(timing.ping + timing.silence)
  expect(link.lost).toBe(true)
  await vi.advanceTimersByTimeAsync(timing.soonest)
  wires[1]?.onopen?.()
  expect([link.down, wires.length]).toEqual([false, 2])
})

it('soon knows whether a message has arrived', async () => {
  const { wires, link } = begin()
  wires[0]?.onopen?.()
  wires[0]?.tell({ event: 'pong', now: 5 })
  link.send({ do: 'x' })
  expect(wires[0]?.sent.slice(-2)).toEqual([{ do: 'x' }, { do: 'ping' }])
  await vi.advanceTimersByTimeAsync(timing.late)
  expect(link.down).toBe(true)
  scope.end()
  expect(isDisconnected()).toBe(false)
})

it('dials at once when the network is back', async () => {
  const { wires, link } = begin()
  wires[0]?.onopen?.()
  await vi.advanceTimersByTimeAsync(timing.late)
  expect(link.down).toBe(true)
  dispatchEvent(new Event('online'))
  expect(wires).toHaveLength(2)
})

it('counts only from the first ping that was not answered', async () => {
  const { wires, link } = begin()
  wires[0]?.onopen?.()
  await vi.advanceTimersByTimeAsync(2 * timing.ping)
  const pings = wires[0]?.sent.filter((frame) => frame['do'] === 'ping')
  expect(pings).toHaveLength(1)
  wires[0]?.tell({ event: 'pong', now: Date.now() })
  expect(link.lag).toBe(2 * timing.ping)
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
  expect([link.lost, wires.length]).toEqual([false, 1])
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
