// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeEngine } from '../engine/fake'
import { wordsOf } from '../i18n'
import { games } from './kept'
import NewGame from './NewGame.svelte'
import { lastChoices, newGame, openNewGame } from './newgame.svelte'

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

it('says how strong a level is only where that was measured: without powers, for two', async () => {
  lastChoices.change((choices) => ({ ...choices, level: 3 }))
  const variants = [
    { name: '', seats: 2, position: '0' },
    { name: '3p', seats: 3, position: '0' },
  ]
  shown = mount(NewGame, {
    target: document.body,
    props: { games: [{ name: 'santorini', variants, strengths: [0, 150, 330] }] as never },
  })
  openNewGame('santorini')
  const said = async (is: boolean) => {
    await vi.waitFor(() => {
      flushSync()
      expect(document.querySelector('[type=range]')).not.toBeNull()
      expect(document.body.textContent.includes('about 330 Elo')).toBe(is)
    })
  }
  await said(true)
  newGame.variants['santorini'] = '3p'
  await said(false)
})
