// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { ask } from '../server/api'
import { loadMe } from '../server/me.svelte'
import PlayerPage from './PlayerPage.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

test('a challenge, which may be rated, waits until the account is known', async () => {
  vi.mocked(ask).mockImplementation((_, path) =>
    Promise.resolve(
      path === '/account'
        ? { player: { id: 'ann', name: 'ann', kind: 'person' }, ratings: [] }
        : path === '/player/bob'
          ? { player: { id: 'bob', name: 'bob', kind: 'person' }, ratings: [], online: true }
          : path.endsWith('/record')
            ? { sides: [], opponents: [] }
            : [],
    ),
  )
  HTMLDialogElement.prototype.close = vi.fn() // jsdom knows no modal dialogs
  shown = mount(PlayerPage, { target: document.body, props: { name: 'bob', games: [] } })
  const button = () =>
    [...document.querySelectorAll('button')].find((b) => b.textContent.trim() === 'Challenge')
  await vi.waitFor(() => {
    flushSync()
    expect(button()?.disabled).toBe(true)
  })
  await loadMe()
  flushSync()
  expect(button()?.disabled).toBe(false)
})
