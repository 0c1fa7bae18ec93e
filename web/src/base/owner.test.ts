import { afterEach, expect, it, vi } from 'vitest'
import { own } from './owner'
import { Scope } from './scope'

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  ['stolen', 'AbortError', 1],
  ['refused, as when cookies are blocked', 'SecurityError', 0],
])('a lock that is %s', async (_, name, times) => {
  const request = () => Promise.reject(new DOMException('', name))
  vi.stubGlobal('navigator', { locks: { request } })
  const taken = vi.fn()
  own(new Scope(), 'game', taken)
  await new Promise((done) => setTimeout(done))
  expect(taken).toHaveBeenCalledTimes(times)
})
