// @vitest-environment jsdom
// An analysis with a counting game for an engine: each move is the next number.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Scope } from '../base/scope'
import { EngineError } from '../engine/client'
import { fakeEngine, type FakeEngine } from '../engine/fake'
import { Tree, type TreeNode } from '../game/tree.svelte'
import type { GameText } from '../generated/protocol'
import { t } from '../i18n'
import { analyses } from './analyses'
import { Analysis } from './analysis.svelte'

const viewOf = (position: string) => ({ game: 'amazons', position, turn: 0, seats: 2, winners: [] })
const stationOf = (position: string) => ({ position, turn: 0, winners: [] })

interface Params {
  position: string
  start: string
  move: string
  moves: string[]
}

/** How long the engine takes for a view, and for a search or a proof, in milliseconds. */
let looks: number
let searches: number
let isBroken: boolean
let fake: FakeEngine
let scope: Scope

const after = (millis: number, found: object) =>
  new Promise((resolve) => setTimeout(() => resolve(found), millis))

function answer(method: string, { position, start, move, moves }: Params): unknown {
  switch (method) {
    case 'view':
      return looks > 0 ? after(looks, viewOf(position)) : viewOf(position)
    case 'play':
      return { move, view: viewOf(move) }
    case 'replay': {
      const stations = moves.map((to) => ({ move: to, ...stationOf(to) }))
      return { seats: 2, stations: [stationOf(start), ...stations] }
    }
    case 'search':
      if (isBroken) {
        throw new EngineError('thera.wasm', undefined, true)
      }
      return after(searches, { position, nodes: 1, depth: 1, score: { win_probability: 0.5 } })
    case 'solve':
      return after(searches, { proven: false, winners: [], moves: [] })
    default:
      return {}
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const linked = (start: string, ...moves: string[]) => ({ game: 'amazons', start, moves, at: 0 })

beforeEach(() => {
  vi.useFakeTimers()
  looks = 0
  searches = 60_000
  isBroken = false
  fake = fakeEngine(answer)
  scope = new Scope()
})
afterEach(() => {
  scope.end()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function begin() {
  const analysis = new Analysis(scope, fake.engine, [])
  void analysis.open(linked('0', '1', '2'))
  await settle()
  return analysis
}

it('searches the current position until it is left', async () => {
  const analysis = await begin()
  expect([analysis.view?.position, analysis.lookout.busy]).toEqual(['0', true])
  expect(fake.running.size).toBe(2)
  scope.end()
  await settle()
  expect(fake.running.size).toBe(0)
})

it('does not start the engine when it is left while loading', async () => {
  looks = 100
  const analysis = await begin()
  scope.end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(analysis.view).toBeUndefined()
  expect(fake.asked).toEqual(['replay', 'view'])
})

it('does not turn to the position when it is left during a review', async () => {
  const analysis = await begin()
  void analysis.examine()
  await settle()
  scope.end()
  await vi.advanceTimersByTimeAsync(200_000)
  expect(fake.running.size).toBe(0)
  expect(fake.asked.filter((method) => method === 'search')).toHaveLength(2)
})

it('does not turn back to a game that was left for another during a review', async () => {
  searches = 10
  const analysis = await begin()
  void analysis.examine()
  await settle()
  looks = 1000
  void analysis.open(linked('7'))
  await vi.advanceTimersByTimeAsync(100)
  expect(analysis.lookout.busy).toBe(false)
})

it('turns to the position when a review is stopped', async () => {
  searches = 1000
  const analysis = await begin()
  void analysis.examine()
  await settle()
  analysis.stopExamining()
  await settle()
  expect(analysis.lookout.busy).toBe(true)
})

it('stays with what was opened last, however long a stored game takes to come', async () => {
  const tree = new Tree(stationOf('7')).save()
  const kept = { id: 'old', updated: 0, game: 'amazons' as const, seats: 2, tags: [], tree }
  vi.spyOn(analyses, 'find').mockImplementation(() => after(100, kept) as Promise<typeof kept>)
  const analysis = new Analysis(scope, fake.engine, [])
  void analysis.restore('old', undefined)
  void analysis.open(linked('3'))
  await vi.advanceTimersByTimeAsync(1000)
  expect([analysis.tree.root.position, analysis.view?.position]).toEqual(['3', '3'])
  expect(analysis.id).not.toBe('old')
})

it('does not continue a line from where the user has gone meanwhile', async () => {
  looks = 10
  const analysis = await begin()
  await vi.advanceTimersByTimeAsync(10)
  void analysis.follow(['5', '6'])
  await settle()
  void analysis.visit(analysis.tree.root)
  await vi.advanceTimersByTimeAsync(100)
  expect(analysis.view?.position).toBe('0')
  expect(analysis.tree.root.children.map(({ move }) => move)).toEqual(['1', '5'])
})

it('is another record after an edit, and not after a report of the engine', async () => {
  const analysis = await begin()
  const written = vi.fn((text: GameText) => void text)
  const stop = $effect.root(() => {
    $effect(() => written(analysis.text))
  })
  flushSync()
  const value = { win: 1, proven: 0, depth: 1, nodes: 1, best: undefined }
  analysis.tree.setValue(analysis.tree.root, value)
  flushSync()
  expect(written).toHaveBeenCalledTimes(1)
  analysis.tree.annotate(analysis.tree.root, { comment: 'so' })
  flushSync()
  expect(written).toHaveBeenCalledTimes(2)
  stop()
})

it('knows which side the user played, also of a stored game, and does not tell it in its link', async () => {
  const keep = vi.spyOn(analyses, 'keep').mockResolvedValue(true)
  const analysis = new Analysis(scope, fake.engine, [])
  await analysis.open({ ...linked('0', '1'), own: 1 })
  await analysis.keep()
  expect(analysis.link).not.toContain('own')
  await analysis.open(linked('0'))
  expect(analysis.own).toBeUndefined()
  vi.spyOn(analyses, 'find').mockResolvedValue(keep.mock.calls[0]?.[0])
  await analysis.restore('old', undefined)
  expect(analysis.own).toBe(1)
})

it('takes a turn back that could not be judged, to be tried again', async () => {
  const analysis = await begin()
  const [root, node] = analysis.tree.main
  const of = { mark: '?', seat: 0, loss: 0.3, better: '5', turning: false, proven: false } as const
  void analysis.tryAgain({ node: node as TreeNode, ...of })
  await settle()
  isBroken = true
  const failed = analysis.play('7').catch(String)
  await settle()
  expect(await failed).toContain('thera.wasm')
  expect([analysis.retry?.verdict, analysis.view?.position]).toEqual(['open', '0'])
  expect([analysis.tree.current, root?.children.length]).toEqual([root, 1])
})

/** Begins the search for a better first turn, by an engine that takes its time. */
async function beginRetry() {
  searches = 1000
  const analysis = await begin()
  const [root, node] = analysis.tree.main as [TreeNode, TreeNode]
  const of = { mark: '?', seat: 0, loss: 0.3, better: '5', turning: false, proven: false } as const
  void analysis.tryAgain({ node, ...of })
  await settle()
  return { analysis, root, node }
}

it('judges one attempt at a time, and keeps none that is left before', async () => {
  const { analysis, root, node } = await beginRetry()
  void analysis.play('7')
  await settle()
  expect([analysis.retry?.verdict, analysis.view?.position]).toEqual(['judging', '7'])
  void analysis.visit(root)
  await settle()
  void analysis.play('8')
  await settle()
  expect(analysis.retry?.tried).toBe('7')
  void analysis.visit(node)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(root.children).toEqual([node])
})

it('takes an attempt back with a step from it, before it is judged', async () => {
  const { analysis, root, node } = await beginRetry()
  void analysis.play('7')
  await settle()
  void analysis.step('next')
  void analysis.step('previous')
  await settle()
  expect([analysis.retry?.verdict, analysis.view?.position]).toEqual(['open', '0'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(root.children).toEqual([node])
  void analysis.play('8')
  await settle()
  expect(analysis.retry?.tried).toBe('8')
})

it('keeps an attempt as a variation once it has been found good', async () => {
  const { analysis, root } = await beginRetry()
  const judged = analysis.play('7')
  await vi.advanceTimersByTimeAsync(10_000)
  await judged
  expect(analysis.retry?.verdict).toBe('good')
  expect(root.children.map(({ move }) => move)).toEqual(['1', '7'])
  expect([analysis.tree.current.move, analysis.view?.position]).toEqual(['7', '7'])
})

it('is another analysis for the page when a stored one of the same game is opened', async () => {
  const tree = new Tree(stationOf('0')).save()
  vi.spyOn(analyses, 'find').mockImplementation((id) =>
    Promise.resolve({ id, updated: 0, game: 'amazons', seats: 2, tags: [], tree }),
  )
  vi.spyOn(analyses, 'keep').mockResolvedValue(true)
  const analysis = new Analysis(scope, fake.engine, [])
  const named = vi.fn((id: string) => void id)
  const stop = $effect.root(() => {
    $effect(() => named(analysis.id))
  })
  for (const id of ['a', 'b']) {
    await analysis.restore(id, 'served')
    flushSync()
    expect(named).toHaveBeenLastCalledWith(id)
  }
  stop()
})

it('is kept with its last move when another takes its place', async () => {
  const keep = vi.spyOn(analyses, 'keep').mockResolvedValue(true)
  const analysis = await begin()
  const { id } = analysis
  const lastKept = () => {
    const kept = keep.mock.lastCall?.[0]
    return [kept?.id, kept?.tree.nodes.some(({ move }) => move === '3')]
  }
  await analysis.play('3')
  await analysis.open(linked('7'))
  expect(lastKept()).toEqual([id, true])

  const other = analysis.id
  vi.spyOn(analyses, 'find').mockResolvedValue(keep.mock.lastCall?.[0])
  await analysis.play('3')
  await analysis.restore(id, undefined)
  expect(lastKept()).toEqual([other, true])
})

it('words what the engine lacks, and searches again once the network is back', async () => {
  isBroken = true
  const { lookout } = await begin()
  const file = 'thera.wasm'
  expect([lookout.error, lookout.busy]).toEqual([t().broken({ file }), false])
  isBroken = false
  dispatchEvent(new Event('online'))
  await settle()
  expect([lookout.error, lookout.busy]).toEqual([undefined, true])
})
