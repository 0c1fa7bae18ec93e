// Repertoires, read with the real engine.
import { beforeAll, expect, it } from 'vitest'
import type { Client } from '../engine/client'
import { startInProcess } from '../engine/inprocess'
import { Tree } from '../game/tree.svelte'
import { fileOf, linesOf, repertoire } from './book'

let engine: Client
beforeAll(async () => {
  engine = await startInProcess()
})

/** The tree of some lines of Hermit. */
async function treeOf(...lines: string[][]) {
  const { position } = await engine.ask('start', { game: 'hermit', variant: '4x4' })
  const tree = new Tree(await engine.ask('view', { game: 'hermit', position }))
  for (const moves of lines) {
    tree.current = tree.root
    for (const move of moves) {
      const { position } = tree.current
      const { view } = await engine.ask('play', { game: 'hermit', position, move })
      tree.add({ ...view, move })
    }
  }
  return tree.save()
}

it('takes the lines of a tree', async () => {
  const saved = await treeOf(['Ra1', 'Bc3', 'Ya3'], ['Ra1', 'Bc2'])
  expect(linesOf(saved).map(({ moves }) => moves)).toEqual([
    ['Ra1', 'Bc2'],
    ['Ra1', 'Bc3', 'Ya3'],
  ])
  expect(linesOf(await treeOf())).toEqual([])
})

it('knows the turns and replies of a tree, also where the board lies another way', async () => {
  const saved = await treeOf(['Ra1', 'Bc3', 'Ya3'], ['Ra1', 'Bc2'])
  const file = await fileOf(engine, 'hermit', saved)
  const find = (position: string) => file.find(engine, 'hermit', position)
  const book = repertoire(find, () => Promise.resolve({ games: 0, others: 0, moves: [] }))
  const start = saved.nodes[0]?.position ?? ''
  expect(await book.right(start, 0)).toHaveLength(1)
  const after = async (move: string) =>
    (await engine.ask('play', { game: 'hermit', position: start, move })).view.position
  for (const corner of ['Ra1', 'Rd4']) {
    const replies = await book.replies(await after(corner))
    expect(replies).toHaveLength(2)
    for (const { move } of replies) {
      await engine.ask('play', { game: 'hermit', position: await after(corner), move })
    }
  }
  expect(await book.replies(await after('Rb2'))).toEqual([])
})
