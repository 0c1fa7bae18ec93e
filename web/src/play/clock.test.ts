import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Clock } from './clock.svelte'

const rule = { start: 10_000, increment: 2000 }
let fallen: number[]
const clockOf = (left = [10_000, 10_000]) => new Clock(rule, left, (seat) => fallen.push(seat))

beforeEach(() => {
  vi.useFakeTimers()
  fallen = []
})
afterEach(() => {
  vi.useRealTimers()
})

it('runs for one seat and adds the increment', () => {
  const clock = clockOf()
  clock.run(0)
  vi.advanceTimersByTime(3000)
  expect(clock.left).toEqual([7000, 10_000])
  expect(clock.press()).toBe(true)
  expect(clock.left).toEqual([9000, 10_000])
  clock.run(1)
  vi.advanceTimersByTime(1000)
  clock.stop()
  vi.advanceTimersByTime(60_000)
  expect(clock.left).toEqual([9000, 9000])
  expect(fallen).toEqual([])
})

it('stands still while it is held, and in the next turn runs', () => {
  const clock = clockOf()
  clock.run(0)
  vi.advanceTimersByTime(1000)
  clock.hold(true)
  vi.advanceTimersByTime(60_000)
  clock.hold(false)
  vi.advanceTimersByTime(2000)
  expect(clock.left).toEqual([7000, 10_000])
  clock.hold(true)
  clock.press()
  clock.run(1)
  vi.advanceTimersByTime(1000)
  expect(clock.left).toEqual([9000, 9000])
})

it('falls once, and stands still then', () => {
  const clock = clockOf([10_000, 50])
  clock.run(1)
  vi.advanceTimersByTime(60_000)
  expect(fallen).toEqual([1])
  expect(clock.left).toEqual([10_000, 0])
  clock.stop()
  expect(fallen).toEqual([1])
})

it('refuses a turn that comes too late', () => {
  const clock = clockOf([50, 10_000])
  clock.run(0)
  vi.setSystemTime(Date.now() + 51) // the page was busy and missed a tick
  expect(clock.press()).toBe(false)
  expect(fallen).toEqual([0])
})

it('does not run in a game without one', () => {
  const clock = new Clock(undefined, [], (seat) => fallen.push(seat))
  clock.run(0)
  vi.advanceTimersByTime(60_000)
  expect(clock.press()).toBe(true)
  expect(clock.left).toEqual([])
  expect(clock.told).toEqual([])
})

it('tells the engine of each seat', () => {
  const clock = clockOf([1234.5, 0])
  expect(clock.told).toEqual([
    { left: 1235, increment: 2000 },
    { left: 1, increment: 2000 },
  ])
})
