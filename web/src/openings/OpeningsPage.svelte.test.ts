// @vitest-environment jsdom
// What is heard while openings are practiced.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Hand } from '../board/hand.svelte'
import { fakeEngine } from '../engine/fake'
import type { Book } from './book'
import OpeningsPage from './OpeningsPage.svelte'

// A position is its moves, each a letter; seats take turns.
const viewOf = (position: string) => ({
  game: 'hermit',
  position,
  turn: position.length % 2,
  seats: 2,
  winners: [],
})
const { engine } = fakeEngine(
  (method, { position, move, text }: { position: string; move: string; text?: string }) =>
    method === 'play'
      ? { move, view: viewOf(position + move) }
      : method === 'enter'
        ? { options: [], complete: text !== undefined, move: text }
        : method === 'locate'
          ? { key: position }
          : viewOf(position),
)
vi.mock('../engine/engine', () => ({ engine: () => engine }))

let hand: Hand
vi.mock('../board/Board.svelte', () => ({
  default: (_: unknown, props: { hand: Hand }) => void (hand = props.hand),
}))
const play = vi.hoisted(() => vi.fn())
vi.mock('../kit/sound', () => ({ play }))
vi.mock('../explorer/library.svelte', () => ({
  isOfPlayer: () => false,
  Library: class {
    game = 'hermit'
    origins = [{ origin: 'page' }]
    look = () => Promise.resolve()
  },
}))
vi.mock('./sources', () => ({ repertoires: () => Promise.resolve([]) }))

/** The book replies b, and has the user's turns a and c; it takes a while. */
const later = <T>(found: T) => new Promise<T>((done) => setTimeout(() => done(found), 100))
const book: Book = {
  right: (position) => later(Array.from({ '': 'a', ab: 'c' }[position] ?? '')),
  replies: (position) => later(position === 'a' ? [{ move: 'b', weight: 1 }] : []),
}
vi.mock('./book', () => ({ mainLines: () => book }))

let shown: Record<string, unknown>
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  await unmount(shown)
  vi.useRealTimers()
})

const settle = async () => {
  await vi.advanceTimersByTimeAsync(1000)
  flushSync()
}
/** What has been heard since the last call. */
const heard = () => play.mock.calls.splice(0).flat() as string[]
const enter = async (move: string) => {
  void hand.type(move)
  await settle()
}

test('a move sounds once, and nothing sounds where none was played', async () => {
  const games = [{ name: 'hermit', variants: [{ position: '' }] }]
  shown = mount(OpeningsPage, {
    target: document.body,
    props: { name: 'hermit', games: games as never },
  })
  await settle()
  expect(heard()).toEqual([])
  await enter('a')
  expect(heard()).toEqual(['move', 'move']) // the turn and its reply
  await enter('z')
  expect(heard()).toEqual([])
  await enter('c')
  expect(heard()).toEqual(['move', 'end'])
})
