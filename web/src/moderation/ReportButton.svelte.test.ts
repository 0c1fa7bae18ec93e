// @vitest-environment jsdom
// A dialog that is there only while it is open gives the focus back to what opened it.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import ReportButton from './ReportButton.svelte'

vi.mock('../server/me.svelte', async (load) => ({
  ...(await load<object>()),
  hasAccount: () => true,
}))

let shown: Record<string, unknown>
beforeEach(() => {
  // A browser moves the focus into a modal dialog; jsdom knows none.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
    this.querySelector('button')?.focus()
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
})
afterEach(async () => {
  await unmount(shown)
  vi.unstubAllGlobals()
})

const buttonOf = (part: Element | null) => part?.querySelector('button') as HTMLButtonElement

test.each([
  ['the cross', 'button.close'],
  ['Cancel', '.row button:not([type=submit])'],
])('gives the focus back after %s', async (_, selector) => {
  shown = mount(ReportButton, { target: document.body, props: { player: 'bob' } })
  const opener = buttonOf(document.body)
  opener.focus()
  opener.click()
  const closer = await vi.waitUntil(() => document.querySelector<HTMLElement>(selector), 10_000)
  expect(document.activeElement).toBe(document.querySelector('dialog h2'))
  closer.click()
  flushSync()
  expect(document.querySelector('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener)
})
