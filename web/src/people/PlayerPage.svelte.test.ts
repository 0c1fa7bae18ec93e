// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { ask, Offline } from '../server/api'
import { loadMe } from '../server/me.svelte'
import PlayerPage from './PlayerPage.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

/** What the server says of bob, who has played no games. */
const answer = (path: string) =>
  path === '/account'
    ? { player: { id: 'ann', name: 'ann', kind: 'person' }, ratings: [] }
    : path === '/player/bob'
      ? { player: { id: 'bob', name: 'bob', kind: 'person' }, ratings: [], online: true }
      : path.endsWith('/record')
        ? { sides: [], opponents: [] }
        : []

test('a challenge, which may be rated, waits until the account is known', async () => {
  vi.mocked(ask).mockImplementation((_, path) => Promise.resolve(answer(path)))
  shown = mount(PlayerPage, { target: document.body, props: { name: 'bob', games: [] } })
  const button = () =>
    [...document.querySelectorAll('button')].find((b) => b.textContent.trim() === 'Challenge')
  await vi.waitFor(() => {
    flushSync()
    expect(button()?.ariaDisabled).toBe('true')
  })
  await loadMe()
  flushSync()
  expect(button()?.ariaDisabled).toBeNull()
})

test('a player that could not be loaded is loaded once the network is back', async () => {
  vi.mocked(ask).mockRejectedValue(new Offline())
  shown = mount(PlayerPage, { target: document.body, props: { name: 'bob', games: [] } })
  const expectText = (text: string) =>
    vi.waitFor(() => {
      flushSync()
      expect(document.body.textContent).toContain(text)
    })
  await expectText('Can’t reach the server')
  vi.mocked(ask).mockImplementation((_, path) => Promise.resolve(answer(path)))
  dispatchEvent(new Event('online'))
  await expectText('bob')
})
