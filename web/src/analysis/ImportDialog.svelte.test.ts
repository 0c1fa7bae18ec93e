// @vitest-environment jsdom
// The dialog that imports games, which an engine reads that may still be loading.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeEngine, type FakeEngine } from '../engine/fake'
import ImportDialog from './ImportDialog.svelte'

const engine = vi.hoisted(() => ({ fake: undefined as FakeEngine | undefined }))
vi.mock('../engine/engine', () => ({ engine: () => engine.fake?.engine }))

const seconds = 1000
const ontake = vi.fn()
const gameOf = (...players: string[]) => ({
  game: 'amazons',
  tags: players.map((value, i) => ({ name: `Player${i + 1}`, value })),
  turns: [],
})
let games: object[]
let shown: Record<string, unknown>
let props: { open: boolean }

beforeEach(async () => {
  vi.useFakeTimers()
  ontake.mockReset()
  games = [gameOf()]
  engine.fake = fakeEngine(
    () => new Promise((read) => setTimeout(() => read({ games }), 10 * seconds)),
  )
  const all = $state({ open: true, game: 'amazons', starts: [], ontake })
  props = all
  shown = mount(ImportDialog, { target: document.body, props: all })
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('form')).not.toBeNull()
  })
})
afterEach(async () => {
  await unmount(shown)
  vi.useRealTimers()
})

async function read() {
  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  await vi.advanceTimersByTimeAsync(seconds)
}

test('a game is imported once, however often that is pressed meanwhile', async () => {
  await read()
  await read()
  await vi.advanceTimersByTimeAsync(20 * seconds)
  expect(ontake).toHaveBeenCalledTimes(1)
})

test('a game is not imported after the dialog has been closed', async () => {
  await read()
  props.open = false
  flushSync()
  await vi.advanceTimersByTimeAsync(20 * seconds)
  expect(ontake).not.toHaveBeenCalled()
})

test('games to choose from have the names of all players', async () => {
  games = [gameOf('Ann', 'Bob', 'Cid'), gameOf()]
  await read()
  await vi.advanceTimersByTimeAsync(20 * seconds)
  flushSync()
  expect(document.querySelector('li')?.textContent).toContain('Ann – Bob – Cid')
})
