// @vitest-environment jsdom
// Who the user is: a page that does not know says so, whatever the server answered.
import { expect, it, vi } from 'vitest'
import { ask, Offline, Problem } from './api'
import { beSomebody, isKnown, isOffline, loadMe, me } from './me.svelte'

vi.mock('./api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

it('is offline while the user is unknown, and keeps a user that a busy server does not name', async () => {
  const busy = new Problem(429, { reason: 'rate' })
  for (const error of [new Offline(), busy, new Problem(503, {})]) {
    vi.mocked(ask).mockRejectedValueOnce(error)
    await loadMe()
    expect([isKnown(), isOffline()]).toEqual([false, true])
  }
  vi.mocked(ask).mockResolvedValueOnce({ ratings: [] })
  await loadMe()
  vi.mocked(ask).mockRejectedValueOnce(busy)
  await loadMe()
  expect([isKnown(), isOffline()]).toEqual([true, false])
})

it('makes one guest of a new visitor who does two things at once', async () => {
  let guests = 0
  vi.mocked(ask).mockImplementation((method) => {
    guests += method === 'POST' ? 1 : 0
    return Promise.resolve({ player: { id: `guest ${guests}`, kind: 'guest' }, ratings: [] })
  })
  await Promise.all([beSomebody(), beSomebody()])
  expect([me()?.id, guests]).toEqual(['guest 1', 1])
})
