// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { made, type MistakeCard } from '../cards/card'
import { fakeEngine } from '../engine/fake'
import MistakesPage from './MistakesPage.svelte'

const card = (n: number): MistakeCard => ({
  ...made,
  id: String(n),
  updated: 1,
  game: 'hermit',
  added: n,
  position: '.../.../... 1',
  played: 'Ra1',
  better: 'Rb2',
  answer: 'Yb2',
  won: false,
  reasons: [],
})
vi.mock('../cards/card', async (load) => ({
  ...(await load<object>()),
  mistakes: {
    all: () => Promise.resolve([1, 2, 3].map(card)),
    keep: () => Promise.resolve(),
    heed: () => () => undefined,
  },
}))
vi.mock('../puzzles/failed', () => ({ addFailedPuzzles: () => Promise.resolve() }))
vi.mock('../engine/engine', () => ({
  engine: () => fakeEngine(() => new Promise(() => undefined)).engine,
}))
vi.mock('../kit/frame', () => ({
  afterFrame: (run: () => void) => {
    queueMicrotask(run)
    return () => undefined
  },
}))

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

const settled = async () => {
  await new Promise((done) => setTimeout(done))
  flushSync()
}
const button = (text: string) =>
  [...document.querySelectorAll('button')].find((b) => b.textContent.trim() === text)

test('an exercise is removed once, and none stepped over, if that is pressed twice', async () => {
  shown = mount(MistakesPage, { target: document.body, props: {} })
  await settled()
  button('Practice')?.click()
  const place = () => document.querySelector('.place.quiet')?.firstChild?.textContent?.trim()
  await settled()
  expect(place()).toBe('1 of 3')
  const remove = button('Don’t ask again')
  remove?.click()
  remove?.click()
  await settled()
  expect(place()).toBe('2 of 3')
})
