import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Scope } from '../base/scope'
import { fakeEngine, type FakeEngine } from '../engine/fake'
import { Solving, type Posed } from './solving.svelte'

let fake: FakeEngine
vi.mock('../engine/engine', () => ({ engine: () => fake.engine }))

const viewOf = (position: string) => ({ game: 'amazons', position, turn: 0, seats: 2, winners: [] })
const posed = (position: string, ...line: string[]) => ({ game: 'amazons', position, line })
const settle = () => vi.advanceTimersByTimeAsync(0)

let scope: Scope
/** How long the engine takes for a turn, and for a refutation, in milliseconds. */
const plays = 100
const searches = 1000

beforeEach(() => {
  vi.useFakeTimers()
  scope = new Scope()
  fake = fakeEngine((method, { position, move }: { position: string; move: string }) => {
    const found =
      method === 'play' ? { move, view: viewOf(position + move) } : { line: ['x'], ...viewOf('') }
    return method === 'view'
      ? viewOf(position)
      : new Promise((resolve) =>
          setTimeout(() => resolve(found), method === 'search' ? searches : plays),
        )
  })
})
afterEach(() => {
  vi.useRealTimers()
})

async function begin() {
  const told = vi.fn(() => Promise.resolve())
  const solving = new Solving<Posed>(scope, told)
  void solving.set(posed('p', 'a', 'b', 'c'))
  await settle()
  return { solving, told }
}

it('plays the reply to a right turn, and tells when the puzzle is solved', async () => {
  const { solving, told } = await begin()
  void solving.answer('a')
  await vi.advanceTimersByTimeAsync(1000)
  expect([solving.view?.position, solving.step, solving.phase]).toEqual(['pab', 2, 'open'])
  void solving.answer('c')
  await vi.advanceTimersByTimeAsync(1000)
  expect(solving.phase).toBe('right')
  expect(told).toHaveBeenCalledTimes(1)
})

it('does not take an answer to one puzzle for one to the next', async () => {
  const { solving, told } = await begin()
  void solving.answer('z')
  await settle()
  void solving.set(posed('q', 'z'))
  await vi.advanceTimersByTimeAsync(5000)
  expect([solving.view?.position, solving.phase]).toEqual(['q', 'open'])
  expect(told).not.toHaveBeenCalled()
})

it('takes one answer to each turn', async () => {
  const { solving, told } = await begin()
  void solving.answer('a')
  void solving.answer('a')
  void solving.answer('z')
  await vi.advanceTimersByTimeAsync(5000)
  expect([solving.view?.position, solving.step, solving.phase]).toEqual(['pab', 2, 'open'])
  void solving.answer('c')
  await vi.advanceTimersByTimeAsync(5000)
  expect(solving.phase).toBe('right')
  expect(told.mock.calls).toEqual([[expect.anything(), true, ['a', 'c']]])
})

it('shows no reply as the turn to find', async () => {
  const { solving, told } = await begin()
  void solving.answer('a')
  await vi.advanceTimersByTimeAsync(150)
  expect(solving.phase).toBe('reply')
  void solving.show()
  await vi.advanceTimersByTimeAsync(2000)
  expect([solving.view?.position, solving.phase]).toEqual(['pab', 'open'])
  expect(told).not.toHaveBeenCalled()
  void solving.show()
  await vi.advanceTimersByTimeAsync(2000)
  expect([solving.view?.position, solving.phase]).toEqual(['pabc', 'shown'])
})

it('stops the search for a refutation when it is left', async () => {
  const { solving } = await begin()
  void solving.answer('z')
  await vi.advanceTimersByTimeAsync(plays)
  expect([solving.phase, fake.running.size]).toEqual(['wrong', 1])
  scope.end()
  await vi.advanceTimersByTimeAsync(5000)
  expect([solving.refutation?.reply, fake.running.size]).toEqual([undefined, 0])
})

it('compares the last wrong try with the right move of the same turn', async () => {
  const { solving } = await begin()
  void solving.answer('z')
  await vi.advanceTimersByTimeAsync(5000)
  expect(solving.wrong).toEqual({ position: 'p', played: 'z', better: 'a' })
  solving.again()
  expect(solving.wrong?.played).toBe('z')
  void solving.answer('a')
  await vi.advanceTimersByTimeAsync(5000)
  expect([solving.phase, solving.wrong]).toEqual(['open', undefined])
})
