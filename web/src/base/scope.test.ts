import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Scope } from './scope'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('lets no answer arrive after its end, and no failure', async () => {
  const scope = new Scope()
  const heard: unknown[] = []
  const hear = (what: unknown) => void heard.push(what)
  await scope.wait(Promise.resolve('in time')).then(hear)
  await scope.wait(Promise.reject(new Error('failed in time'))).catch(hear)
  for (const late of [Promise.resolve('late'), Promise.reject(new Error('late'))]) {
    scope.wait(late).then(hear, hear)
  }
  scope.end()
  await vi.runAllTimersAsync()
  expect(heard).toEqual(['in time', new Error('failed in time')])
})

it('ends its timers', async () => {
  const scope = new Scope()
  const act = vi.fn()
  scope.every(10, act)
  void scope.sleep(25).then(act)
  void scope.sleep(99).then(act)
  await vi.advanceTimersByTimeAsync(30)
  expect(act).toHaveBeenCalledTimes(4)
  scope.end()
  expect(vi.getTimerCount()).toBe(0)
})

it('ends with the outer one, and not the other way around', () => {
  const outer = new Scope()
  const ends: string[] = []
  outer.onend(() => ends.push('outer'))
  const first = new Scope(outer)
  first.onend(() => ends.push('first'))
  const second = first.next()
  second.onend(() => ends.push('second'))
  expect(ends).toEqual(['first'])
  outer.end()
  expect(ends).toEqual(['first', 'outer', 'second'])
  expect(new Scope(outer).signal.aborted).toBe(true)
  outer.onend(() => ends.push('at once'))
  expect(ends.at(-1)).toBe('at once')
})

it('acts soon, once, and at its end on what is still due', async () => {
  const scope = new Scope()
  const act = vi.fn()
  const soon = scope.soon(300, act)
  soon()
  soon()
  await vi.advanceTimersByTimeAsync(300)
  expect(act).toHaveBeenCalledTimes(1)
  soon()
  scope.end()
  expect(act).toHaveBeenCalledTimes(2)
  soon()
  await vi.advanceTimersByTimeAsync(1000)
  expect(act).toHaveBeenCalledTimes(2)
})
