import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Scope } from '../base/scope'
import { fakeEngine, type FakeEngine } from '../engine/fake'
import type { Book } from './book'
import type { Misses, Reply } from './drill'
import { Drilling } from './drilling.svelte'

let fake: FakeEngine
vi.mock('../engine/engine', () => ({ engine: () => fake.engine }))

// A position is its moves, each a letter; seats take turns. Upper case is the mirror image of lower case.
const viewOf = (position: string) => ({
  game: 'hermit',
  position,
  turn: position.length % 2,
  seats: 2,
  winners: [],
})

beforeEach(() => {
  vi.useFakeTimers()
  fake = fakeEngine((method, { position, move }: { position: string; move: string }) =>
    Promise.resolve(
      method === 'play'
        ? { move, view: viewOf(position + move) }
        : method === 'locate'
          ? { key: position.toLowerCase() }
          : viewOf(position),
    ),
  )
})
afterEach(() => {
  vi.useRealTimers()
})

/** A book of right turns and replies by position, each a letter. */
const bookOf = (right: Record<string, string>, replies: Record<string, string>): Book => ({
  right: (position) => Promise.resolve(Array.from(right[position.toLowerCase()] ?? '')),
  replies: (position) =>
    Promise.resolve(
      Array.from(replies[position.toLowerCase()] ?? '', (move): Reply => ({ move, weight: 1 })),
    ),
})

const settle = () => vi.advanceTimersByTimeAsync(1000)

async function begin(book: Book, seat = 0) {
  let misses: Misses = {}
  const drilling = new Drilling(new Scope(), {
    game: 'hermit',
    start: '',
    seat,
    book,
    random: () => 0,
    misses: () => misses,
    note: (change) => (misses = change(misses)),
  })
  void drilling.begin()
  await settle()
  const answer = async (move: string) => {
    void drilling.answer(move)
    await settle()
    return [drilling.phase, drilling.view?.position]
  }
  return { drilling, answer, misses: () => misses }
}

it('asks for one’s own turns, and plays the replies, to the end of the book', async () => {
  const { drilling, answer } = await begin(bookOf({ '': 'a', ab: 'cd' }, { a: 'b' }))
  expect(drilling.phase).toBe('open')
  expect(await answer('a')).toEqual(['open', 'ab'])
  expect(await answer('d')).toEqual(['end', 'abd'])
  expect([drilling.asked, drilling.right, drilling.lines, drilling.clean]).toEqual([2, 2, 1, 1])
})

it('begins with the reply where the other side starts', async () => {
  const { drilling } = await begin(bookOf({ b: 'c' }, { '': 'b' }), 1)
  expect([drilling.phase, drilling.view?.position, drilling.last]).toEqual(['open', 'b', 'b'])
})

it('shows the book after a wrong turn and lets one try again, which is not counted', async () => {
  const { drilling, answer, misses } = await begin(bookOf({ '': 'a', ab: 'c' }, { a: 'b' }))
  await answer('a')
  expect(await answer('z')).toEqual(['wrong', 'ab'])
  expect([drilling.answers, drilling.tried]).toEqual([['c'], 'z'])
  expect(misses()).toEqual({ 'a b': 2 })
  await answer('y')
  expect(await answer('c')).toEqual(['end', 'abc'])
  expect([drilling.asked, drilling.right, drilling.clean]).toEqual([2, 1, 0])
  expect(misses()).toEqual({ 'a b': 2 })

  // The next time it is right on the first try.
  void drilling.begin()
  await settle()
  await answer('a')
  await answer('c')
  expect([drilling.right, drilling.lines, drilling.clean]).toEqual([2, 2, 1])
  expect(misses()).toEqual({ 'a b': 1 })
})

it('counts the answer as a miss', async () => {
  const { drilling, misses } = await begin(bookOf({ '': 'a' }, {}))
  drilling.show()
  drilling.show()
  expect([drilling.phase, drilling.answers, drilling.asked, drilling.right]).toEqual([
    'shown',
    ['a'],
    1,
    0,
  ])
  expect(misses()).toEqual({ '': 2 })
})

it('takes the mirror image of a right turn, and continues from it', async () => {
  const { answer } = await begin(bookOf({ '': 'a', ab: 'c' }, { a: 'b' }))
  expect(await answer('A')).toEqual(['open', 'Ab'])
})

it('does not count a line in which nothing was asked', async () => {
  const { drilling } = await begin(bookOf({}, {}))
  expect([drilling.phase, drilling.lines]).toEqual(['end', 0])
})

it('takes one turn at a time, and none of a line that was left', async () => {
  const { drilling } = await begin(bookOf({ '': 'a', ab: 'c' }, { a: 'b' }))
  void drilling.answer('a')
  void drilling.answer('z')
  await settle()
  expect([drilling.phase, drilling.view?.position, drilling.asked]).toEqual(['open', 'ab', 1])
  void drilling.answer('c')
  void drilling.begin()
  await settle()
  expect([drilling.phase, drilling.view?.position, drilling.asked]).toEqual(['open', '', 0])
})
