// @vitest-environment jsdom
// Polling: at once, every five seconds, not while the page is hidden, and never after it has been
// stopped.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask } from './api'
import { Polled } from './polled.svelte'

vi.mock('./api', () => ({ ask: vi.fn() }))
const answers = vi.mocked(ask)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  answers.mockReset()
})

/** Follows a path until stop is called. */
function follow(path: () => string | undefined = () => '/live') {
  let polled!: Polled<number>
  const stop = $effect.root(() => {
    polled = new Polled(path)
  })
  flushSync()
  return { polled, stop }
}

test('reports answers and failures, and keeps asking', async () => {
  answers.mockResolvedValueOnce(1).mockRejectedValueOnce(new Error('offline')).mockResolvedValue(3)
  const { polled, stop } = follow()
  const told: unknown[] = []
  for (const millis of [0, 5000, 5000]) {
    await vi.advanceTimersByTimeAsync(millis)
    told.push([polled.value, polled.error === undefined])
  }
  expect(told).toEqual([
    [1, true],
    [1, false],
    [3, true],
  ])
  stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(answers).toHaveBeenCalledTimes(3)
})

test('a hidden page does not ask', async () => {
  answers.mockResolvedValue(1)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const { stop } = follow()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(answers).toHaveBeenCalledTimes(1)
  stop()
})

test('an answer that comes after the end, or for another path, is dropped', async () => {
  const waiting: ((n: number) => void)[] = []
  answers.mockImplementation(() => new Promise((resolve) => waiting.push(resolve)))
  let path = $state('/ladder/amazons')
  const { polled, stop } = follow(() => path)
  path = '/ladder/hermit'
  flushSync()
  waiting[0]?.(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(polled.value).toBeUndefined()
  stop()
  waiting[1]?.(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(polled.value).toBeUndefined()
})
