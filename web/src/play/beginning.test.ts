import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeEngine, type FakeEngine } from '../engine/fake'
import { Beginning, seated, type Wanted } from './beginning.svelte'
import { games } from './kept'

let fake: FakeEngine
vi.mock('../engine/engine', () => ({ engine: () => fake.engine }))

const person = { kind: 'person', level: 3 }
const computer = { kind: 'computer', level: 3 }

it('seats people and computers as they were chosen', () => {
  const level = 3
  expect(seated({ opponent: 'people', level, side: 0 }, 2)).toEqual([person, person])
  expect(seated({ opponent: 'watch', level, side: 0 }, 2)).toEqual([computer, computer])
  expect(seated({ opponent: 'computer', level, side: 1 }, 3)).toEqual([computer, person, computer])
})

it('seats a person last where the place that was chosen is not there', () => {
  const chosen = { opponent: 'computer', level: 3, side: 3 } as const
  expect(seated(chosen, 2)).toEqual([computer, person])
})

it('seats one person where it is left to chance', () => {
  const players = seated({ opponent: 'computer', level: 3, side: 'random' }, 4)
  expect(players.filter(({ kind }) => kind === 'person')).toHaveLength(1)
})

describe('a game that begins', () => {
  const wanted: Wanted = {
    game: 'amazons',
    variant: { name: '', seats: 2 },
    start: '',
    way: '',
    opponent: 'watch',
    level: 1,
    side: 0,
    clock: 'none',
  }
  /** Lets the engine answer. */
  let answer: () => void
  beforeEach(() => {
    const settled = new Promise((resolve) => {
      answer = () => resolve({ variant: '', position: '0' })
    })
    fake = fakeEngine(() => settled)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve))

  it('begins once, however often it is asked for while the engine loads', async () => {
    const keep = vi.spyOn(games, 'keep').mockResolvedValue(true)
    const begun = vi.fn()
    const beginning = new Beginning(begun)
    for (let presses = 0; presses < 3; presses++) {
      void beginning.begin(wanted)
    }
    answer()
    await settle()
    expect([keep.mock.calls.length, begun.mock.calls.length]).toEqual([1, 1])
    await beginning.begin(wanted)
    expect(begun).toHaveBeenCalledTimes(2)
  })

  it.each([
    { side: 0, gives: false, giver: 1, start: 'black gives' },
    { side: 0, gives: true, giver: 0, start: 'white gives' },
    { side: 1, gives: false, giver: 0, start: 'white gives' },
  ] as const)('starts with the handicap of who gives it: %o', async ({ side, gives, ...want }) => {
    const keep = vi.spyOn(games, 'keep').mockResolvedValue(true)
    const handicap = { name: 'extra-turn', starts: ['white gives', 'black gives'], gives } as const
    await new Beginning(vi.fn()).begin({ ...wanted, opponent: 'computer', side, handicap })
    const { giver, start } = want
    expect(keep.mock.lastCall?.[0]).toMatchObject({
      start,
      handicap: { name: 'extra-turn', giver },
    })
  })

  it('does not begin when it is abandoned before, and can be asked for again', async () => {
    vi.spyOn(games, 'keep').mockResolvedValue(true)
    const begun = vi.fn()
    const beginning = new Beginning(begun)
    void beginning.begin(wanted)
    beginning.leave()
    answer()
    await settle()
    expect(begun).not.toHaveBeenCalled()
    await beginning.begin(wanted)
    expect(begun).toHaveBeenCalledTimes(1)
  })
})
