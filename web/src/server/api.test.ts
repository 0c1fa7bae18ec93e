// Requests whose answers do not come whole.
import { afterEach, expect, it, vi } from 'vitest'
import { ask, isTemporary, Offline } from './api'

afterEach(() => void vi.unstubAllGlobals())

it.each([200, 409])('takes an answer %i that ends in the middle for no answer', async (status) => {
  const body = new ReadableStream({
    start: (stream) => {
      stream.enqueue(new TextEncoder().encode('{"id":'))
      stream.error(new TypeError('network error'))
    },
  })
  const headers = { 'Content-Type': 'application/json' }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status, headers })))
  const failure: unknown = await ask('GET', '/game/g').catch((reason: unknown) => reason)
  expect(failure).toBeInstanceOf(Offline)
  expect(isTemporary(failure)).toBe(true)
})
