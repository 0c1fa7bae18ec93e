import { describe, expect, it } from 'vitest'
import { markOf, Tree, type Value } from './tree.svelte'

const station = (move: string, turn: number) => ({ move, position: move, turn, winners: [] })
const value = (win: number, depth = 3): Value => ({
  win,
  depth,
  proven: 0,
  nodes: 1,
  best: undefined,
})

function sample() {
  const stations = [{ position: 'start', turn: 0, winners: [] }, station('a', 1), station('b', 0)]
  const tree = Tree.of({ seats: 2, stations }, [undefined, 'good'])
  return tree
}

describe('a tree', () => {
  it('begins at the start of its game', () => {
    const tree = sample()
    expect(tree.current).toBe(tree.root)
    expect(tree.main.map((n) => n.move)).toEqual([undefined, 'a', 'b'])
    expect(tree.main[2]?.comment).toBe('good')
  })

  it('goes along a move that it has, and branches off with another', () => {
    const tree = sample()
    tree.add(station('a', 1))
    tree.add(station('c', 0))
    tree.add(station('d', 1))
    expect(tree.main.map((n) => n.move)).toEqual([undefined, 'a', 'b'])
    expect(tree.line.map((n) => n.move)).toEqual([undefined, 'a', 'c', 'd'])
    expect(tree.current.ply).toBe(3)
  })

  it('makes a variation the main line', () => {
    const tree = sample()
    tree.add(station('x', 1))
    tree.add(station('y', 0))
    tree.promote(tree.current)
    expect(tree.main.map((n) => n.move)).toEqual([undefined, 'x', 'y'])
  })

  it('steps back when the current node is removed', () => {
    const tree = sample()
    tree.add(station('a', 1))
    tree.add(station('b', 0))
    const [, a] = tree.main
    if (a) tree.remove(a)
    expect(tree.current).toBe(tree.root)
    expect(tree.main).toHaveLength(1)
  })
})

describe('values', () => {
  it('are replaced by deeper ones only', () => {
    const { root } = sample()
    const tree = sample()
    tree.setValue(root, value(0.5, 4))
    tree.setValue(root, value(0.9, 2))
    expect(root.value?.win).toBe(0.5)
  })

  it('mark what a move has lost', () => {
    const tree = sample()
    const [start, a, b] = tree.main
    if (!start || !a || !b) throw new Error('three nodes')
    tree.setValue(start, value(0.6))
    tree.setValue(a, value(0.35)) // the first seat has lost 25 %
    tree.setValue(b, value(0.7)) // the second one has lost 35 %
    expect(markOf(a)).toBe('?')
    expect(markOf(b)).toBe('??')
    expect(markOf(start)).toBeUndefined()
    tree.setValue(b, value(0.36, 9))
    expect(markOf(b)).toBeUndefined()
  })
})
