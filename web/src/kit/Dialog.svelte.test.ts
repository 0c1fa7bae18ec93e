// @vitest-environment jsdom
import { createRawSnippet, flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test } from 'vitest'
import { go, replace } from '../base/route.svelte'
import Dialog from './Dialog.svelte'

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

const children = createRawSnippet(() => ({ render: () => '<p></p>' }))
test('a dialog closes by a click outside, but not after a text was selected from inside to there', () => {
  const props = $state({ open: true, heading: 'Settings', children })
  shown = mount(Dialog, { target: document.body, props })
  flushSync()
  const dialog = document.querySelector('dialog')
  const press = (at: Element | null | undefined) =>
    at?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  press(dialog?.querySelector('h2'))
  dialog?.click() // where the pointer went down and up have this in common
  expect(props.open).toBe(true)
  press(dialog)
  dialog?.click()
  expect(props.open).toBe(false)
})

const told = () => new Promise((heard) => addEventListener('hashchange', heard, { once: true }))

test('a dialog closes when another page takes the place of its own', async () => {
  const props = $state({ open: true, heading: 'Settings', children })
  shown = mount(Dialog, { target: document.body, props })
  flushSync()
  replace('#/analysis?moves=a1', {}) // the address of what the page shows
  expect(props.open).toBe(true)
  const heard = told()
  go('#/game/g')
  await heard
  expect(props.open).toBe(false)
})
