// @vitest-environment jsdom
import { createRawSnippet, flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import Later from './Later.svelte'

let shown: Record<string, unknown> | undefined
afterEach(async () => {
  await (shown && unmount(shown))
})

const children = createRawSnippet((part: () => string) => ({
  render: () => `<p>${part()}</p>`,
}))

it('says that a part has not come, and asks for it again', async () => {
  let isThere = false
  const load = vi.fn(() =>
    isThere ? Promise.resolve({ default: 'the part' }) : Promise.reject(new TypeError('offline')),
  )
  shown = mount(Later<string>, { target: document.body, props: { load, children } })
  await vi.waitFor(() => expect(document.body.textContent).toContain('couldn’t be loaded'))
  isThere = true
  document.querySelector('button')?.click()
  flushSync()
  await vi.waitFor(() => expect(document.body.textContent).toContain('the part'))
  expect(load).toHaveBeenCalledTimes(2)
})

it('offers to reload the page if asking again does not help', async () => {
  const load = () => Promise.reject<{ default: string }>(new TypeError('cached failure'))
  shown = mount(Later<string>, { target: document.body, props: { load, children } })
  await vi.waitFor(() => expect(document.querySelector('button')?.textContent).toBe('Try again'))
  document.querySelector('button')?.click()
  await vi.waitFor(() => expect(document.querySelector('button')?.textContent).toBe('Reload'))
})
