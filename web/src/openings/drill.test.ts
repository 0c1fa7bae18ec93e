import { describe, expect, it } from 'vitest'
import type { Choice, Choices } from '../generated/protocol'
import {
  draw,
  mainReplies,
  mainTurns,
  noted,
  ownReplies,
  randomOf,
  recalled,
  type Misses,
  type Reply,
} from './drill'

/** Choices in a position: for each move its games, and of them those that the first seat has won. */
function choicesOf(moves: Record<string, [games: number, won: number]>, others = 0): Choices {
  const all: Choice[] = Object.entries(moves).map(([move, [games, won]]) => ({
    move,
    games,
    wins: [won, games - won],
  }))
  return { games: all.reduce((sum, { games }) => sum + games, others), others, moves: all }
}
const names = (all: readonly { move: string }[]) => all.map(({ move }) => move)

describe('main lines', () => {
  it('are what is played half as often as the most frequent turn', () => {
    const choices = choicesOf({ a: [500, 250], b: [250, 125], c: [249, 125] }, 1)
    expect(names(mainTurns(choices, 0))).toEqual(['a', 'b'])
    expect(names(mainReplies(choices))).toEqual(['a', 'b', 'c'])
  })

  it('leave out turns with clearly worse results, for whoever played them', () => {
    const choices = choicesOf({ a: [400, 120], b: [300, 180], c: [20, 9] })
    expect(names(mainTurns(choices, 0))).toEqual(['b'])
    const frequent = choicesOf({ a: [400, 120], b: [300, 180] })
    expect(names(mainTurns(frequent, 1))).toEqual(['a'])
  })

  it('keep turns whose results may differ only by chance', () => {
    expect(names(mainTurns(choicesOf({ a: [20, 12], b: [18, 8] }), 0))).toEqual(['a', 'b'])
    expect(names(mainTurns(choicesOf({ a: [6, 6], b: [6, 4] }), 0))).toEqual(['a', 'b'])
  })

  it('end where few games got', () => {
    const choices = choicesOf({ a: [2, 1], b: [2, 2] })
    expect(mainTurns(choices, 0)).toEqual([])
    expect(mainReplies(choices)).toEqual([])
  })
})

describe('replies', () => {
  /** How often each reply was drawn, as a share. */
  function shares(replies: Reply[], seed: number, count = 20_000) {
    const random = randomOf(seed)
    const drawn = new Map<string | undefined, number>()
    for (let i = 0; i < count; i++) {
      const move = draw(replies, random)
      drawn.set(move, (drawn.get(move) ?? 0) + 1 / count)
    }
    return drawn
  }

  it('are drawn as often as they were played', () => {
    const choices = choicesOf({ a: [700, 350], b: [200, 100], c: [100, 50] })
    const drawn = shares(mainReplies(choices), 1)
    for (const { move, games } of choices.moves) {
      // Five standard errors: with this seed it is always the same.
      const margin = 5 * Math.sqrt(((games / 1000) * (1 - games / 1000)) / 20_000)
      expect(Math.abs((drawn.get(move) ?? 0) - games / 1000)).toBeLessThan(margin)
    }
  })

  it('of a repertoire are drawn even if nobody has played them', () => {
    const mine = choicesOf({ a: [1, 0], z: [1, 0] })
    const replies = ownReplies(mine, choicesOf({ a: [9, 4], b: [50, 25] }))
    expect(replies).toEqual([
      { move: 'a', weight: 10 },
      { move: 'z', weight: 1 },
    ])
    expect(shares(replies, 2).get('z')).toBeCloseTo(1 / 11, 1)
  })

  it('are the same with the same seed, and none where there are none', () => {
    const choices = choicesOf({ a: [50, 25], b: [50, 25] })
    const some = (seed: number) => {
      const random = randomOf(seed)
      return Array.from({ length: 40 }, () => draw(mainReplies(choices), random)).join('')
    }
    expect(some(7)).toBe(some(7))
    expect(some(7)).not.toBe(some(8))
    expect(draw([], randomOf(1))).toBeUndefined()
  })

  it('come sooner if they lead to a missed line, until it was found as often', () => {
    const replies = [
      { move: 'a', weight: 10 },
      { move: 'b', weight: 10 },
    ]
    let misses: Misses = noted({}, ['x', 'b', 'y', 'c'], false)
    expect(names(recalled(replies, ['x'], misses))).toEqual(['a', 'b'])
    const weights = () => recalled(replies, ['x'], misses).map(({ weight }) => weight)
    expect(weights()).toEqual([10, 90])
    // Only along the line that was missed.
    expect(recalled(replies, ['z'], misses)).toEqual(replies)
    expect(recalled([{ move: 'bb', weight: 1 }], ['x'], misses)[0]?.weight).toBe(1)
    misses = noted(misses, ['x', 'b'], true)
    expect(weights()).toEqual([10, 90])
    misses = noted(misses, ['x', 'b', 'y', 'c'], true)
    expect(weights()).toEqual([10, 50])
    misses = noted(misses, ['x', 'b', 'y', 'c'], true)
    expect(weights()).toEqual([10, 10])
    expect(misses).toEqual({})
  })

  it('remember the last missed lines only', () => {
    let misses: Misses = {}
    for (let i = 0; i < 300; i++) {
      misses = noted(misses, [`m${i}`], false)
    }
    misses = noted(misses, ['m150'], false)
    expect(Object.keys(misses)).toHaveLength(200)
    expect(misses).not.toHaveProperty('m99')
    expect(Object.keys(misses).at(-1)).toBe('m150')
  })
})
