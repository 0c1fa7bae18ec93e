import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  askAsOwner,
  confirmByPassword,
  dropConfirming,
  isConfirming,
  offerConfirming,
} from './confirm.svelte'

/** Answers requests in turn, and returns what was requested. */
function answers(...all: [status: number, body: object][]) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path.replace('/api/v1', '')}`)
    const [status, body] = all[asked.length - 1] ?? [500, {}]
    const headers = { 'Content-Type': 'application/json' }
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }))
  })
  return asked
}
const unconfirmed: [number, object] = [403, { reason: 'confirm' }]

beforeEach(offerConfirming)
afterEach(() => vi.unstubAllGlobals())

test('a request waits until its user has confirmed, and is then repeated', async () => {
  const asked = answers(unconfirmed, [403, { reason: 'wrong' }], [200, {}], [200, { id: 'x' }])
  const made = askAsOwner('POST', '/account/tokens', { label: 'x' })
  await vi.waitFor(() => expect(isConfirming()).toBe(true))
  await expect(confirmByPassword('wrong')).rejects.toThrow()
  expect(isConfirming()).toBe(true)
  await confirmByPassword('right')
  expect(await made).toEqual({ id: 'x' })
  expect(isConfirming()).toBe(false)
  expect(asked).toEqual([
    'POST /account/tokens',
    'POST /session/confirm',
    'POST /session/confirm',
    'POST /account/tokens',
  ])
})

test('a request that is not confirmed fails, and so do other refusals at once', async () => {
  answers(unconfirmed, [403, { reason: 'banned', detail: 'banned' }])
  const made = askAsOwner('POST', '/account/tokens')
  await vi.waitFor(() => expect(isConfirming()).toBe(true))
  dropConfirming()
  await expect(made).rejects.toThrow()
  expect(isConfirming()).toBe(false)
  await expect(askAsOwner('POST', '/account/tokens')).rejects.toThrow('banned')
  expect(isConfirming()).toBe(false)
})
