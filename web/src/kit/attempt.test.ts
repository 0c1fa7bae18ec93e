import { expect, it, vi } from 'vitest'
import { Attempts } from './attempt.svelte'

const settled = () => new Promise((done) => setTimeout(done))

it('runs what is to be done once only when it has ended, well or not', async () => {
  const attempts = new Attempts()
  const ends: ((failure?: Error) => void)[] = []
  const work = vi.fn(
    () =>
      new Promise<void>((resolve, reject) => {
        ends.push((failure) => (failure ? reject(failure) : resolve()))
      }),
  )
  attempts.once(work)
  attempts.once(work)
  expect(work).toHaveBeenCalledTimes(1)
  ends[0]?.(new Error('refused'))
  await settled()
  expect(attempts.error).toBeDefined()
  attempts.once(work)
  expect([work.mock.calls.length, attempts.error]).toEqual([2, undefined])
  ends[1]?.()
  await settled()
  attempts.once(work)
  expect(work).toHaveBeenCalledTimes(3)
})

it('runs work on different things at the same time', () => {
  const attempts = new Attempts()
  const work = vi.fn(() => new Promise(() => undefined))
  for (const item of ['a', 'b', 'a']) {
    attempts.once(work, item)
  }
  expect(work).toHaveBeenCalledTimes(2)
})

it('sends a form once, and instead of the browser', () => {
  const work = vi.fn(() => new Promise(() => undefined))
  const send = new Attempts().sends(work)
  const events = [1, 2].map(() => new Event('submit', { cancelable: true }) as SubmitEvent)
  events.forEach(send)
  expect(work).toHaveBeenCalledTimes(1)
  expect(events.map((event) => event.defaultPrevented)).toEqual([true, true])
})
