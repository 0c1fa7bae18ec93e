import { describe, expect, it } from 'vitest'
import { Tree } from '../game/tree.svelte'
import type { Search } from '../generated/protocol'
import { verdictOf } from './verdict'

const score = (win: number, plies?: number) => ({
  win_probability: win,
  proven: plies !== undefined,
  ...(plies !== undefined && { plies }),
})

/** A search by the second player that has found two lines. */
const known = {
  rank: 1,
  move: 'a',
  score: score(0.7),
  depth: 3,
  nodes: 100,
  line: ['a'],
  others: [{ rank: 2, move: 'b', score: score(0, 4), depth: 3, line: ['b'] }],
} as unknown as Search

function judging(turn: number) {
  const tree = new Tree({ position: 'p', turn, winners: [] })
  const root = tree.current
  tree.add({ move: 'c', position: 'q', turn: 1 - turn, winners: [] })
  tree.setValue(tree.current, { win: 0.2, proven: 0, depth: 2, nodes: 9, best: undefined })
  tree.current = root
  return { tree, seats: 2, known, proof: undefined }
}

describe('the verdict on a move', () => {
  it("is the engine's, as a chance of the first player", () => {
    expect(verdictOf(judging(1), 'a')?.win).toBeCloseTo(0.3)
    expect(verdictOf(judging(0), 'a')?.win).toBeCloseTo(0.7)
    expect(verdictOf(judging(0), 'x')).toBeUndefined()
  })

  it('is that of the position after it, where that has been looked at', () => {
    expect(verdictOf(judging(1), 'c')).toEqual({ win: 0.2, plies: 0, proven: undefined })
  })

  it('says who wins for certain: the mover or not', () => {
    for (const turn of [0, 1]) {
      expect(verdictOf(judging(turn), 'b')).toMatchObject({ plies: 4, proven: 'losing' })
    }
  })

  it('is proven by the solver for all moves, if it has told all that win', () => {
    const proof = { winners: [0], moves: ['c'], all: true } as never
    expect(verdictOf({ ...judging(0), proof }, 'c')?.proven).toBe('winning')
    expect(verdictOf({ ...judging(0), proof }, 'x')?.proven).toBe('losing')
    const lost = { winners: [1], moves: [] } as never
    expect(verdictOf({ ...judging(0), proof: lost }, 'x')?.proven).toBe('losing')
  })

  it('is not that a move loses where the solver has told the shortest wins alone', () => {
    const proof = { winners: [0], moves: ['d'], plies: 5 } as never
    expect(verdictOf({ ...judging(0), proof }, 'd')).toMatchObject({ proven: 'winning', plies: 5 })
    expect(verdictOf({ ...judging(0), proof }, 'x')).toBeUndefined()
  })
})
