// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import type { View } from '../generated/protocol'
import { fakeEngine } from '../engine/fake'
import { themeOf } from '../i18n/puzzles'
import App from './App.svelte'

const { engine } = fakeEngine((_, { game }: { game: string }) => ({
  ...{ game, position: '', turn: 0, seats: 2, winners: [], options: [] },
}))
vi.mock('../engine/engine', async (load) => ({
  ...(await load<object>()),
  engine: () => engine,
  gameList: () => Promise.resolve(['amazons', 'hermit'].map((name) => ({ name, variants: [] }))),
}))
let view: View | undefined
vi.mock('../board/Board.svelte', () => ({
  default: (_: unknown, props: { view: View }) => void (view = props.view),
}))
const themes: Record<string, string> = { amazons: 'trap', hermit: 'mirror' }
vi.mock('../puzzles/files', () => ({
  hasPuzzles: () => true,
  readPuzzles: (game: string) =>
    Promise.resolve(JSON.stringify({ id: game, game, line: ['a'], themes: [themes[game]] })),
}))

let shown: Record<string, unknown>
afterEach(async () => {
  await unmount(shown)
  vi.unstubAllGlobals()
})

it('asks no theme of one game’s puzzles of another’s', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  location.hash = '#/puzzles/amazons'
  dispatchEvent(new Event('hashchange'))
  shown = mount(App, { target: document.body })
  const select = () => document.querySelector('select')
  const expectPuzzleOf = (game: string, theme: string) =>
    vi.waitFor(() => {
      flushSync()
      expect(view?.game).toBe(game)
      expect(select()?.textContent).toContain(themeOf(theme).name)
    })
  await expectPuzzleOf('amazons', 'trap')
  const chosen = select()
  if (chosen) {
    chosen.value = 'trap'
    chosen.dispatchEvent(new Event('change', { bubbles: true }))
  }
  location.hash = '#/puzzles/hermit'
  await expectPuzzleOf('hermit', 'mirror')
  expect(select()?.value).toBe('')
})
