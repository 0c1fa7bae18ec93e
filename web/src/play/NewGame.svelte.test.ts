// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeEngine } from '../engine/fake'
import { wordsOf } from '../i18n'
import { games } from './kept'
import NewGame from './NewGame.svelte'
import { lastChoices, openNewGame } from './newgame.svelte'

const { engine } = fakeEngine(() => ({ variant: '', position: '0' }))
vi.mock('../engine/engine', () => ({ engine: () => engine }))
vi.mock('../kit/frame', () => ({
  afterFrame: (run: () => void) => {
    queueMicrotask(run)
    return () => undefined
  },
}))

let shown: Record<string, unknown>
afterEach(async () => {
  await unmount(shown)
  vi.restoreAllMocks()
})

it('offers the first seat, and takes it, where there is none of those chosen last', async () => {
  const keep = vi.spyOn(games, 'keep').mockResolvedValue(true)
  lastChoices.change((choices) => ({ ...choices, side: 3 }))
  const variants = [{ name: '', seats: 2, position: '0' }]
  shown = mount(NewGame, {
    target: document.body,
    props: { games: [{ name: 'amazons', variants, strengths: [] }] as never },
  })
  openNewGame('amazons')
  const seats = wordsOf('amazons').seats.slice(0, 2)
  const seat = () =>
    [...document.querySelectorAll<HTMLInputElement>('input:checked')]
      .map((input) => input.labels?.[0]?.textContent.trim() ?? '')
      .filter((text) => seats.includes(text))
  await vi.waitFor(() => {
    flushSync()
    expect(seat()).toEqual(seats.slice(0, 1))
  })
  document.querySelector('form')?.requestSubmit()
  await vi.waitFor(() => expect(keep).toHaveBeenCalled())
  expect(keep.mock.lastCall?.[0].players.map(({ kind }) => kind)).toEqual(['person', 'computer'])
})
