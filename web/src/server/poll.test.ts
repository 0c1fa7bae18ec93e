// Polling: at once, every five seconds, not while the page is hidden, and never after it has been
// stopped.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { poll } from './poll'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('answers and failures are told, and asked for again', async () => {
  const look = vi.fn<() => Promise<number>>()
  look.mockResolvedValueOnce(1).mockRejectedValueOnce(new Error('offline')).mockResolvedValue(3)
  const told: unknown[] = []
  const stop = poll(
    look,
    (answer) => told.push(answer),
    () => told.push('failed'),
  )
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told).toEqual([1, 'failed', 3])
  stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(look).toHaveBeenCalledTimes(3)
})

test('a hidden page does not ask', async () => {
  const look = vi.fn(() => Promise.resolve(1))
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const stop = poll(
    look,
    () => {},
    () => {},
  )
  await vi.advanceTimersByTimeAsync(20_000)
  expect(look).toHaveBeenCalledTimes(1)
  stop()
})

test('an answer that comes after the end is dropped', async () => {
  let answer: (n: number) => void = () => {}
  const told: number[] = []
  const stop = poll(
    () => new Promise<number>((resolve) => (answer = resolve)),
    (n) => told.push(n),
    () => told.push(-1),
  )
  stop()
  answer(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toEqual([])
})
