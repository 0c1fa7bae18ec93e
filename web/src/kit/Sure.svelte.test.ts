// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { go, replace } from '../base/route.svelte'
import Sure from './Sure.svelte'
import { question, sure } from './sure.svelte'

let shown: Record<string, unknown>
beforeEach(() => {
  shown = mount(Sure, { target: document.body })
})
afterEach(() => unmount(shown))

test('leaving the page is no agreement, and a new address of the same page no answer', async () => {
  const agrees = sure('Resign?', 'Resign')
  flushSync()
  replace('#/analysis?moves=a1', {})
  flushSync()
  expect(question()?.text).toBe('Resign?')
  go('#/game/g')
  expect(await agrees).toBe(false)
  expect(question()).toBeUndefined()
})
