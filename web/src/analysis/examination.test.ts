// The review of a small game, by the real engine: on 3×3 squares of Hermit, the first player wins
// with a block in the center, and with nothing else.

import { beforeAll, expect, test } from 'vitest'
import { Scope } from '../base/scope'
import type { Client } from '../engine/client'
import { startInProcess } from '../engine/inprocess'
import { Tree, winnerOf } from '../game/tree.svelte'
import { accuracyOf } from './accuracy'
import { Examination } from './examination.svelte'
import { fateOf, mistakesOf } from './mistakes'
import { Retry } from './retry.svelte'

let engine: Client
beforeAll(async () => {
  engine = await startInProcess()
})

const start = '.../.../... 1'
const treeOf = async (...moves: string[]) =>
  Tree.of(await engine.ask('replay', { game: 'hermit', start, moves }))

test('a game is looked at, and it is proven with which turn it was lost', async () => {
  const tree = await treeOf('Ra1')
  const examination = new Examination(new Scope(), engine)
  await examination.of('hermit', 2, tree)
  expect(examination.progress).toBeUndefined()
  const line = tree.main
  expect(line.map(winnerOf)).toEqual([0, 1])
  expect(fateOf(line)).toMatchObject({ loser: 0, thrown: true, node: { move: 'Ra1' } })
  const [mistake] = mistakesOf(line)
  expect(mistake).toMatchObject({ mark: '??', proven: true, turning: true, seat: 0 })
  expect(['Rb2', 'Yb2', 'Bb2']).toContain(mistake?.better)
  expect(accuracyOf(line)[0]).toBeLessThan(1)
  if (!mistake) throw new Error('no mistake')

  // Find a better turn: the best one, another one that wins, and one that does not.
  const judge = async (move: string) => {
    const retry = new Retry(engine, 'hermit', mistake)
    expect(retry.hidden).toBe(true)
    const { view } = await engine.ask('play', { game: 'hermit', position: start, move })
    await retry.judge(move, view)
    return retry.verdict
  }
  expect(await judge(mistake.better ?? '')).toBe('best')
  const other = ['Rb2', 'Yb2'].find((move) => move !== mistake.better) ?? ''
  expect(await judge(other)).toBe('good')
  expect(await judge('Ya3')).toBe('bad')
  expect(await judge('Ra1')).toBe('bad')
})

test('a review says the same again, whatever the engine has seen', async () => {
  const { position } = await engine.ask('start', { game: 'amazons', variant: '6x6' })
  const moves = ['b1-b3(d3)', 'a5-a4(b4)']
  const reviewed = async () => {
    const tree = Tree.of(await engine.ask('replay', { game: 'amazons', start: position, moves }))
    await new Examination(new Scope(), engine).of('amazons', 2, tree)
    return tree.main.map(({ value }) => value)
  }
  const first = await reviewed()
  expect(first.every((value) => value && value.nodes >= 60_000)).toBe(true)
  await engine.search({ game: 'amazons', position, nodes: 300_000 }).result
  expect(await reviewed()).toEqual(first)
})

test('what is stopped is over at once', async () => {
  const tree = await treeOf('Ra1', 'Bb2')
  const examination = new Examination(new Scope(), engine)
  void examination.of('hermit', 2, tree)
  expect(examination.progress).toMatchObject({ done: 0, all: 3 })
  examination.stop()
  expect(examination.progress).toBeUndefined()
})

test('what a worker has found is not looked for again', async () => {
  const tree = await treeOf('Ra1')
  for (const node of tree.main) {
    tree.setValue(node, { win: 0.25, proven: 0, depth: 9, nodes: 1e6, best: undefined })
  }
  const examination = new Examination(new Scope(), engine)
  await examination.of('hermit', 3, tree) // with three players, nothing is proven
  expect(tree.main.map(({ value }) => value?.win)).toEqual([0.25, 0.25])
})
