// @vitest-environment jsdom
import { flushSync } from 'svelte'
import { parse, safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { markOf, savedTree, Tree, type Value } from './tree.svelte'

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
  const tree = Tree.of({ seats: 2, stations })
  tree.annotate(tree.main[2] ?? tree.root, { comment: 'good' })
  return tree
}

describe('a tree', () => {
  it('begins at the start of its game', () => {
    const tree = sample()
    expect(tree.current).toBe(tree.root)
    expect(tree.main.map((n) => n.move)).toEqual([undefined, 'a', 'b'])
    expect(tree.main[2]?.notes.comment).toBe('good')
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

it('tells those who see it of each change to a position', () => {
  const tree = sample()
  const { root } = tree
  let seen: unknown
  const stop = $effect.root(() => {
    $effect(() => {
      seen = [root.notes.glyph, root.value?.win, root.children.map(({ move }) => move)]
    })
  })
  flushSync()
  expect(seen).toEqual([undefined, undefined, ['a']])
  tree.annotate(root, { glyph: '!' })
  tree.setValue(root, value(0.4))
  tree.add(station('x', 1))
  flushSync()
  expect(seen).toEqual(['!', 0.4, ['a', 'x']])
  tree.annotate(root, { glyph: undefined })
  flushSync()
  expect(seen).toEqual([undefined, 0.4, ['a', 'x']])
  stop()
})

describe('a tree that is kept', () => {
  it('comes back with its variations, comments and values', () => {
    const tree = sample()
    tree.add(station('a', 1))
    tree.add(station('c', 0))
    tree.setValue(tree.current, value(0.4))
    const { current } = tree
    tree.current = tree.root
    tree.add(station('x', 1))
    tree.current = current
    const saved: unknown = JSON.parse(JSON.stringify(tree.save()))
    const again = Tree.restore(parse(savedTree, saved))
    expect(again.main.map((n) => n.move)).toEqual([undefined, 'a', 'b'])
    expect(again.main[2]?.notes.comment).toBe('good')
    expect(again.line.map((n) => n.move)).toEqual([undefined, 'a', 'c'])
    expect(again.current.value?.win).toBe(0.4)
    expect(again.root.children.map((n) => n.move)).toEqual(['a', 'x'])
    expect(again.save()).toEqual(saved)
  })

  it.each([{}, { nodes: [], current: 0 }, { nodes: [{ parent: 0 }], current: 0 }])(
    'is refused when it is broken: %j',
    (broken) => {
      expect(safeParse(savedTree, broken).success).toBe(false)
    },
  )
})

describe('values', () => {
  it('are replaced by deeper ones only', () => {
    const tree = sample()
    const { root, version } = tree
    tree.setValue(root, value(0.5, 4))
    tree.setValue(root, value(0.9, 2))
    expect(root.value?.win).toBe(0.5)
    expect(tree.version).toBe(version + 1)
    tree.setValue(root, value(0.7, 5))
    expect(root.value?.win).toBe(0.7)
  })

  it('mark what a move has lost', () => {
    const tree = sample()
    const [start, a, b] = tree.main
    if (!start || !a || !b) throw new Error('three nodes')
    tree.setValue(start, value(0.6))
    tree.setValue(a, value(0.35)) // the first seat has lost 25%
    tree.setValue(b, value(0.7)) // the second one has lost 35%
    expect(markOf(a)).toBe('?')
    expect(markOf(b)).toBe('??')
    expect(markOf(start)).toBeUndefined()
    tree.setValue(b, value(0.36, 9))
    expect(markOf(b)).toBeUndefined()
  })
})
