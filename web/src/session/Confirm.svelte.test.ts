// @vitest-environment jsdom
// A request waits for confirmation only as long as there is a page that asks for it.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask, Problem } from '../server/api'
import Confirm from './Confirm.svelte'
import { askAsOwner, isConfirming } from './confirm.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

let refuse: () => void
beforeEach(() => {
  const refused = new Promise<never>((_, reject) => {
    refuse = () => reject(new Problem(403, { reason: 'confirm' }))
  })
  vi.mocked(ask).mockReturnValue(refused)
})
afterEach(() => vi.mocked(ask).mockReset())

function show() {
  const shown = mount(Confirm, { target: document.body })
  flushSync()
  return shown
}

test('a request that waits is given up when the page is left', async () => {
  const shown = show()
  const asked = askAsOwner('DELETE', '/account')
  refuse()
  await vi.waitFor(() => expect(isConfirming()).toBe(true))
  const given = expect(asked).rejects.toThrow()
  await unmount(shown)
  expect(isConfirming()).toBe(false)
  await given
})

test('a request whose answer comes after that does not wait for the next page', async () => {
  await unmount(show())
  const asked = askAsOwner('DELETE', '/account')
  refuse()
  await expect(asked).rejects.toThrow()
  expect(isConfirming()).toBe(false)
})
