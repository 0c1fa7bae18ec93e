// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { Tree } from '../game/tree.svelte'
import { Attempts } from '../kit/attempt.svelte'
import KeepButton from './KeepButton.svelte'

const keep = vi.hoisted(() => vi.fn(() => new Promise((kept) => setTimeout(kept))))
vi.mock('./study', async (load) => ({
  ...(await load<object>()),
  studies: { all: () => Promise.resolve([]), keep },
}))

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

test('a game is saved once, however often that is pressed meanwhile', async () => {
  const tree = new Tree({ position: '.../.../... 1', turn: 0, winners: [] })
  const analysis = { game: 'hermit', seats: 2, tags: [], tree }
  shown = mount(KeepButton, {
    target: document.body,
    props: { analysis: analysis as never, attempts: new Attempts() },
  })
  document.querySelector('button')?.click()
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('form')).not.toBeNull()
  })
  const form = document.querySelector('form')
  for (let times = 0; times < 2; times++) {
    form?.dispatchEvent(new Event('submit', { cancelable: true }))
  }
  await vi.waitFor(() => expect(location.hash).toContain('study'))
  expect(keep).toHaveBeenCalledTimes(1)
})
