import { describe, expect, it } from 'vitest'
import { Tree, winnerOf, type Value } from '../game/tree.svelte'
import { accuracyOf, accuracyOfLoss } from './accuracy'
import { fateOf, mistakesOf, nextMistake } from './mistakes'

const value = (win: number, more: Partial<Value> = {}): Value => ({
  win,
  depth: 3,
  proven: 0,
  nodes: 1,
  best: undefined,
  ...more,
})

/** A game whose positions have these values for the first player. */
function gameOf(values: readonly (Value | undefined)[], winners: number[] = []): Tree {
  const stations = values.map((_, i) => ({
    ...(i === 0 ? {} : { move: `m${i}` }),
    position: `p${i}`,
    turn: i % 2,
    winners: i === values.length - 1 ? winners : [],
  }))
  const tree = Tree.of({ seats: 2, stations })
  for (const [i, node] of tree.main.entries()) {
    const known = values[i]
    if (known) {
      tree.setValue(node, known)
    }
  }
  return tree
}
const wins = (...list: number[]) => gameOf(list.map((win) => value(win)))

describe('accuracy', () => {
  it('of a turn is 100 where nothing is lost, and what lichess has for losses', () => {
    expect(accuracyOfLoss(0)).toBe(100)
    expect(accuracyOfLoss(-0.2)).toBe(100)
    expect(accuracyOfLoss(0.1)).toBeCloseTo(64.6, 1)
    expect(accuracyOfLoss(0.3)).toBeCloseTo(25.8, 1)
    expect(accuracyOfLoss(1)).toBe(0)
  })

  it('is of each side', () => {
    const [first, second] = accuracyOf(wins(0.5, 0.5, 0.5, 0.2, 0.2, 0.2, 0.2).main)
    expect(second).toBeCloseTo(100)
    expect(first).toBeGreaterThan(30)
    expect(first).toBeLessThan(70)
  })

  it('is unknown while a position is, and of who has made no turn', () => {
    expect(accuracyOf(gameOf([value(0.5), undefined]).main)).toEqual([undefined, undefined])
    expect(accuracyOf(wins(0.5, 0.5).main)).toEqual([100, undefined])
  })

  it('takes the best move as one that loses nothing', () => {
    const tree = gameOf([value(0.6, { best: 'm1' }), value(0.3)])
    expect(accuracyOf(tree.main)[0]).toBe(100)
    expect(mistakesOf(tree.main)).toEqual([])
  })
})

describe('mistakes', () => {
  it('have what was better, and whether they turned the game', () => {
    const tree = gameOf([value(0.6, { best: 'x' }), value(0.35), value(0.5), value(0.5)])
    const [first, second, ...rest] = mistakesOf(tree.main)
    expect(first).toMatchObject({ mark: '?', seat: 0, better: 'x', turning: true, proven: false })
    expect(first?.loss).toBeCloseTo(0.25)
    expect(second).toMatchObject({ mark: '?!', seat: 1, better: undefined, turning: false })
    expect(rest).toEqual([])
  })

  it('are gone to one after the other', () => {
    const mistakes = mistakesOf(wins(0.5, 0.2, 0.5, 0.5, 0.9).main)
    expect(mistakes.map(({ node }) => node.ply)).toEqual([1, 2, 4])
    expect(nextMistake(mistakes, 0)?.node.ply).toBe(1)
    expect(nextMistake(mistakes, 2)?.node.ply).toBe(4)
    expect(nextMistake(mistakes, 4)).toBeUndefined()
    expect(nextMistake(mistakes, 4, true)?.node.ply).toBe(2)
    expect(nextMistake(mistakes, 1, true)).toBeUndefined()
  })
})

describe('what is proven', () => {
  it('is kept against what the engine believes, and makes a mistake certain', () => {
    const tree = gameOf([value(0.4), value(0.3), value(0.2)])
    const [start, after] = tree.main
    if (!start || !after) throw new Error('no game')
    tree.prove(start, 0, 'x')
    tree.prove(after, 1, undefined)
    tree.setValue(start, value(0.3, { depth: 20 }))
    expect(winnerOf(start)).toBe(0)
    expect(start.value).toMatchObject({ win: 1, best: 'x' })
    expect(mistakesOf(tree.main)[0]).toMatchObject({ mark: '??', better: 'x', proven: true })
  })

  it('says with which turn a game was lost', () => {
    const tree = gameOf([value(0.5), value(0.5), value(0.5), value(0.5), value(0)], [1])
    const line = tree.main
    expect(fateOf(line)).toMatchObject({ loser: 0, node: { ply: 4 }, thrown: false })
    for (const [i, winner] of [undefined, 0, 0, 1].entries()) {
      const node = line[i]
      if (winner !== undefined && node) tree.prove(node, winner, undefined)
    }
    expect(fateOf(line)).toMatchObject({ loser: 0, node: { ply: 3 }, thrown: true })
  })

  it('says nothing of a game whose end is not proven', () => {
    expect(fateOf(wins(0.5, 0.9).main)).toBeUndefined()
    expect(fateOf(gameOf([value(0.5), value(0.9, { proven: 3 })]).main)).toMatchObject({ loser: 1 })
  })
})
