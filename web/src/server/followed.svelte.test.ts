// @vitest-environment jsdom
// What the page follows: it is asked for at once, every five seconds unless the page is hidden or
// when there is news, and never after the end.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask, Offline, Problem } from './api'
import { Followed } from './followed.svelte'

vi.mock('./api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))
const answers = vi.mocked(ask)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  answers.mockReset()
})

/** Follows a path until stop is called. */
function follow(
  path: () => string | undefined = () => '/live',
  options?: ConstructorParameters<typeof Followed<number>>[1],
) {
  let followed!: Followed<number>
  const stop = $effect.root(() => {
    followed = new Followed(path, options)
  })
  flushSync()
  return { followed, stop }
}

test('reports answers and failures, and keeps asking', async () => {
  answers.mockResolvedValueOnce(1).mockRejectedValueOnce(new Error('offline')).mockResolvedValue(3)
  const { followed, stop } = follow()
  const told: unknown[] = []
  for (const millis of [0, 5000, 5000]) {
    await vi.advanceTimersByTimeAsync(millis)
    told.push([followed.value, followed.error === undefined])
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
  const { followed, stop } = follow(() => path)
  path = '/ladder/hermit'
  flushSync()
  waiting[0]?.(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(followed.value).toBeUndefined()
  stop()
  waiting[1]?.(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(followed.value).toBeUndefined()
})

test('asks soon after news, once for much of it, and again until there is an answer', async () => {
  answers.mockRejectedValueOnce(new Offline()).mockResolvedValue(1)
  let told = $state(0)
  const { stop } = follow(() => '/votes', { news: () => told })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(answers).toHaveBeenCalledTimes(2)
  for (const n of [1, 2, 3]) {
    told = n
    flushSync()
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(answers).toHaveBeenCalledTimes(3)
  told = 4
  flushSync()
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(answers).toHaveBeenCalledTimes(3)
})

test('asks regularly until the last value, and sooner after news of another value', async () => {
  answers.mockResolvedValueOnce(1).mockResolvedValueOnce(2).mockResolvedValue(9)
  let told = $state({ id: 'other', n: 1 })
  const { stop } = follow(() => '/game/1/analysis', {
    every: 2000,
    news: () => (told.id === 'mine' ? told.n : undefined),
    isFinal: (n) => n > 5,
  })
  await vi.advanceTimersByTimeAsync(0)
  told = { id: 'other', n: 2 }
  flushSync()
  await vi.advanceTimersByTimeAsync(500)
  expect(answers).toHaveBeenCalledTimes(1)
  told = { id: 'mine', n: 3 }
  flushSync()
  await vi.advanceTimersByTimeAsync(500)
  expect(answers).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(answers).toHaveBeenCalledTimes(3)
  stop()
})

test('asks again if the server wants it to wait, and not if it refuses', async () => {
  const busy = new Problem(429, { reason: 'rate' })
  const refused = new Problem(403, { reason: 'guest' })
  for (const options of [{ news: () => 0 }, { isFinal: () => true }]) {
    answers.mockReset()
    answers.mockRejectedValueOnce(busy).mockRejectedValue(refused)
    const { stop } = follow(() => '/game/1/votes', options)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(answers).toHaveBeenCalledTimes(2)
    stop()
  }
})

test('an answer that a later one has overtaken is dropped', async () => {
  const waiting: ((n: number) => void)[] = []
  answers.mockImplementation(() => new Promise((resolve) => waiting.push(resolve)))
  const { followed, stop } = follow()
  void followed.again()
  for (const [i, n] of [
    [1, 2],
    [0, 1],
  ] as const) {
    waiting[i]?.(n)
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(followed.value).toBe(2)
  stop()
})

test('a final value is not asked for again, unless somebody changes it', async () => {
  answers.mockResolvedValueOnce(9).mockResolvedValueOnce(1).mockResolvedValue(9)
  const { followed, stop } = follow(() => '/game/1/analysis', {
    every: 2000,
    isFinal: (n) => n > 5,
  })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(answers).toHaveBeenCalledTimes(1)
  await followed.again()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(answers).toHaveBeenCalledTimes(3)
  stop()
})
