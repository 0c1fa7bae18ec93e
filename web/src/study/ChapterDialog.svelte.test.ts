// @vitest-environment jsdom
// The dialog for a new chapter, while its text is being read: by an engine that may still be loading.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeEngine, type FakeEngine } from '../engine/fake'
import ChapterDialog from './ChapterDialog.svelte'

const engine = vi.hoisted(() => ({ fake: undefined as FakeEngine | undefined }))
vi.mock('../engine/engine', () => ({ engine: () => engine.fake?.engine }))

const seconds = 1000
const ontake = vi.fn()
let shown: Record<string, unknown>
let props: { open: boolean }

beforeEach(() => {
  vi.useFakeTimers()
  ontake.mockReset()
  engine.fake = fakeEngine(
    () => new Promise((read) => setTimeout(() => read({ games: [{}] }), 10 * seconds)),
  )
  const rest = { games: [], heading: '', label: '', usual: '', ontake }
  const all = $state({ open: true, ...rest })
  props = all
  shown = mount(ChapterDialog, { target: document.body, props: all })
})
afterEach(async () => {
  await unmount(shown)
  vi.useRealTimers()
})

/** Types a text and presses a button. */
async function add() {
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('textarea')).not.toBeNull()
  })
  const field = document.querySelector('textarea')
  if (field) {
    field.value = '1. d1-d7(g7)'
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field?.form?.dispatchEvent(new Event('submit', { cancelable: true }))
  await vi.advanceTimersByTimeAsync(seconds)
}

test('a text is added once, however often that is pressed meanwhile', async () => {
  await add()
  await add()
  await vi.advanceTimersByTimeAsync(20 * seconds)
  expect(ontake).toHaveBeenCalledTimes(1)
  expect(props.open).toBe(false)
})

test('a text is not added after the dialog has been closed', async () => {
  await add()
  props.open = false
  flushSync()
  await vi.advanceTimersByTimeAsync(20 * seconds)
  expect(ontake).not.toHaveBeenCalled()
})
