// @vitest-environment jsdom
// The best players, which the page asks for regularly.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask, Offline } from '../server/api'
import LeadersPage from './LeadersPage.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

let shown: Record<string, unknown>
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  await unmount(shown)
  vi.useRealTimers()
})

test('they stay while the server does not answer', async () => {
  const player = { id: 'ann', name: 'Ann', kind: 'person' }
  vi.mocked(ask).mockResolvedValueOnce([{ player, rating: 1700, games: 9 }])
  vi.mocked(ask).mockRejectedValue(new Offline())
  shown = mount(LeadersPage, { target: document.body, props: { name: '', games: undefined } })
  for (const [millis, requests] of [
    [1, 1],
    [5000, 2],
  ] as const) {
    await vi.advanceTimersByTimeAsync(millis)
    flushSync()
    expect(ask).toHaveBeenCalledTimes(requests)
    expect(document.querySelector('tbody')?.textContent).toContain('Ann')
  }
})
