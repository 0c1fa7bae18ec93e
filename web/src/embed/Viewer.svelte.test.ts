// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeEngine } from '../engine/fake'
import { shareWords } from '../i18n/share'
import { withWords } from '../i18n/topic.svelte'
import Viewer from './Viewer.svelte'

vi.mock('../board/Board.svelte', () => ({ default: () => undefined }))

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

test('a position that fails says why, and can be asked for again', async () => {
  let works = false
  const { engine } = fakeEngine((_, { position }: { position: string }) =>
    works ? { position } : Promise.reject(new Error('out of memory')),
  )
  await withWords(Promise.resolve(shareWords))
  const onshow = vi.fn()
  const stations = [{ position: 'x', turn: 0, winners: [] }]
  const line = { game: 'amazons', start: 'x', stations }
  const props = { engine, line, at: undefined, flipped: false, onshow }
  shown = mount(Viewer, { target: document.body, props })
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('[role=alert]')?.textContent).toContain('out of memory')
  })
  works = true
  document.querySelector<HTMLElement>('[role=alert] button')?.click()
  await vi.waitFor(() => expect(onshow).toHaveBeenCalledWith(0, { position: 'x' }))
  flushSync()
  expect(document.querySelector('[role=alert]')).toBeNull()
})
