// @vitest-environment jsdom
// The puzzle of the day on a device whose clock is a day behind the server's.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Hand } from '../board/hand.svelte'
import { fakeEngine } from '../engine/fake'
import { wordsOf } from '../i18n'
import { gameNames } from '../looks'
import { noteTime } from '../server/servertime.svelte'
import DailyPuzzle from './DailyPuzzle.svelte'
import { gameOf } from './puzzles'

let hand: Hand
vi.mock('../board/Board.svelte', () => ({
  default: (_: unknown, props: { hand: Hand }) => void (hand = props.hand),
}))
const view = { position: '', turn: 0, seats: 2, winners: [] }
const { engine } = fakeEngine(
  (method, { game, text, move }: { game: string; text?: string; move: string }) =>
    ({
      view: { game, ...view },
      enter: { options: [], complete: text !== undefined, move: text },
      play: { move, view: { game, ...view } },
      search: { line: [] },
    })[method],
)
vi.mock('../engine/engine', () => ({ engine: () => engine }))
vi.mock('./files', () => ({
  hasPuzzles: () => true,
  readPuzzles: (game: string) =>
    Promise.resolve(JSON.stringify({ id: game, game, position: '', line: ['a'], themes: [] })),
}))
const count = vi.hoisted(() => vi.fn(() => Promise.resolve('')))
vi.mock('./tries', () => ({ count }))

const [today, tomorrow] = ['2026-11-22', '2026-11-23']
let shown: Record<string, unknown>
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(`${today}T12:00:00Z`), toFake: ['Date'] })
})
afterEach(async () => {
  await unmount(shown)
  serverSays(today)
  vi.useRealTimers()
  count.mockClear()
})

const serverSays = (day: string) => {
  noteTime(new Response('', { headers: { Date: new Date(`${day}T12:00:00Z`).toUTCString() } }))
}
const expectGame = async (day: string) => {
  await vi.waitFor(() => {
    flushSync()
    const name = document.querySelector('strong')?.textContent
    expect(name).toBe(wordsOf(gameOf(gameNames, day) ?? '').name)
  })
}

test('the server’s day counts, also if it is known later', async () => {
  shown = mount(DailyPuzzle, { target: document.body })
  await expectGame(today)
  serverSays(tomorrow)
  await expectGame(tomorrow)
  await hand.type('a')
  await vi.waitFor(() =>
    expect(count).toHaveBeenCalledWith(expect.objectContaining({ solved: true, day: tomorrow })),
  )
})

test('a puzzle that was tried stays, and counts for its day', async () => {
  shown = mount(DailyPuzzle, { target: document.body })
  await expectGame(today)
  await hand.type('z')
  await vi.waitFor(() =>
    expect(count).toHaveBeenCalledWith(expect.objectContaining({ solved: false, day: today })),
  )
  serverSays(tomorrow)
  flushSync()
  await new Promise((done) => setTimeout(done))
  await expectGame(today)
})
