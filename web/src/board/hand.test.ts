// Turns with powers as a hand enters them, checked by the real rules.
import { beforeAll, expect, it, vi } from 'vitest'
import type { Client } from '../engine/client'
import { startInProcess } from '../engine/inprocess'
import { Hand } from './hand.svelte'

let engine: Client
vi.mock('../engine/engine', () => ({ engine: () => engine }))
beforeAll(async () => {
  engine = await startInProcess()
})

/** Level 1 on c4, level 2 on d4. */
const flat = '00000/00100/00000/00020/00000 b2d4,b4d2 1 '
const corner = '00003/00120/00000/00000/00000 c4e1,a1a2 1 '
const close = '00000/00000/00000/00000/00000 b2e5,c3d1 1 '
const stairs = '33333/33333/33233/33133/30033 b1c3,e4e5 1 '
const high = '00000/03200/00000/00000/00000 c4e1,a1a2 1 '

/** Waits until all steps have been taken: the engine answers before anything else gets a turn. */
const settled = () => new Promise((done) => setImmediate(done))

/** Follows a script word by word: squares are tapped, words with a capital letter are commands. */
async function enter(position: string, deeds: string): Promise<{ hand: Hand; moves: string[] }> {
  const moves: string[] = []
  const hand = new Hand((move) => moves.push(move))
  hand.begin(await engine.ask('view', { game: 'santorini', position }))
  await settled()
  for (const deed of deeds.split(' ').filter(Boolean)) {
    const [what, text = ''] = deed.split(':')
    switch (what) {
      case 'Way':
        hand.mean(text)
        break
      case 'Done':
        hand.finish()
        break
      case 'Back':
        hand.back()
        break
      case 'Drop':
        hand.drop(text)
        break
      case 'Type':
        await hand.type(text.replaceAll('_', ' '))
        break
      default:
        hand.tap(deed)
    }
    await settled()
  }
  return { hand, moves }
}

it.each([
  ['a mortal', flat + 'mortal,pan', 'b2 a1 b1', 'b2-a1(b1)'],
  ['Apollo, who changes places', close + 'apollo,pan', 'b2 c3 c4', 'b2-c3(c4)'],
  ['Minotaur, who pushes', close + 'minotaur,pan', 'b2 c3 b2', 'b2-c3(b2)'],
  ['Artemis in one step', flat + 'artemis,pan', 'b2 a1 a2', 'b2-a1(a2)'],
  ['Artemis in two', flat + 'artemis,pan', 'b2 b1 Way:on c1 b1', 'b2-c1(b1)'],
  [
    'Artemis, whose second step is taken back',
    flat + 'artemis,pan',
    'b2 b1 Way:on a1 Back a2',
    'b2-b1(a2)',
  ],
  ['Artemis, who is dragged on', flat + 'artemis,pan', 'b2 b1 Drop:c1 d1', 'b2-c1(d1)'],
  ['Artemis, who wins with her second step', corner + 'artemis,pan', 'c4 d4 Way:on e5', 'c4-d4-e5'],
  ['Atlas with a block', flat + 'atlas,pan', 'b2 a1 b1', 'b2-a1(b1)'],
  ['Atlas with a dome', flat + 'atlas,pan', 'b2 a1 Way:D b1', 'b2-a1(b1D)'],
  ['Demeter, who builds once', flat + 'demeter,pan', 'b2 a1 b1 Done', 'b2-a1(b1)'],
  ['Demeter, who builds twice', flat + 'demeter,pan', 'b2 a1 b1 a2', 'b2-a1(a2,b1)'],
  [
    'Demeter, whose first build is taken back',
    flat + 'demeter,pan',
    'b2 a1 b1 b1 a2 Done',
    'b2-a1(a2)',
  ],
  ['Hephaestus, who builds once', flat + 'hephaestus,pan', 'b2 a1 b1 Done', 'b2-a1(b1)'],
  ['Hephaestus, who builds twice', flat + 'hephaestus,pan', 'b2 a1 b1 b1', 'b2-a1(b1,b1)'],
  ['Hermes, who stays', flat + 'hermes,pan', 'Way:first a1', '(a1)'],
  ['Hermes with one worker', flat + 'hermes,pan', 'b2 a1 a2', 'b2-a1(a2)'],
  ['Hermes with both', flat + 'hermes,pan', 'd4 e5 b2 a1 d4', 'b2-a1,d4-e5(d4)'],
  ['Hermes, who takes up the other one', flat + 'hermes,pan', 'd4 b2 a1 a2', 'b2-a1(a2)'],
  ['Hermes, whose squares do not build at once', flat + 'hermes,pan', 'a1', ''],
  ['Pan, who drops', high + 'pan,mortal', 'c4 c5', 'c4-c5'],
  [
    'Prometheus, who builds first',
    flat + 'prometheus,pan',
    'Way:first b3 b2 a2 a1',
    '(a1)b2-a2(b3)',
  ],
  ['Prometheus, who does not', flat + 'prometheus,pan', 'b2 a2 a1', 'b2-a2(a1)'],
  ['a typed turn', flat + 'demeter,pan', 'Type:b2-a1(a2,b1)', 'b2-a1(a2,b1)'],
  ['typed steps', flat + 'artemis,pan', 'Type:b2_b1 Type:-c1 b1', 'b2-c1(b1)'],
  ['a typed step that goes on', flat + 'hermes,pan', 'b2 a1 Type:(a2)', 'b2-a1(a2)'],
])('enters %s', async (_, position, deeds, want) => {
  const { moves } = await enter(position, deeds)
  expect(moves.join(' ')).toBe(want)
})

it.each([
  ['a piece or what comes before it', flat + 'prometheus,pan', '', ['', 'first']],
  ['a build or another step', flat + 'artemis,pan', 'b2 a1', ['', 'on']],
  ['a block or a dome', flat + 'atlas,pan', 'b2 a1', ['', 'D']],
  ['them in the same order if a step comes first', stairs + 'artemis,pan', 'c3 c2', ['', 'on']],
  ['one way only', flat + 'demeter,pan', 'b2 a1 b1', ['']],
])('offers %s', async (_, position, deeds, ways) => {
  const { hand } = await enter(position, deeds)
  expect(hand.entry.ways).toEqual(ways)
})

it('draws the turn as it is entered', async () => {
  const { hand } = await enter(close + 'minotaur,pan', 'b2 c3')
  expect(hand.entry.at('d4')?.piece).toBe('B')
  expect(hand.entry.at('c3')?.piece).toBe('A')
  expect(hand.entry.at('b2')?.piece).toBeUndefined()
  hand.back()
  await hand.settled()
  expect(hand.entry.at('c3')?.piece).toBe('B')
})

it('takes nothing before what was entered earlier', async () => {
  const { hand, moves } = await enter(flat + 'artemis,pan', '')
  hand.tap('b2')
  hand.back()
  await settled()
  expect(hand.entry.steps).toEqual([])
  for (const square of ['b2', 'a1', 'b1']) {
    hand.tap(square)
  }
  hand.finish()
  await settled()
  expect(moves).toEqual(['b2-a1(b1)'])
})

it('keeps half a turn, but ends none by itself', async () => {
  const { hand, moves } = await enter(flat + 'artemis,pan', '')
  const view = await engine.ask('view', { game: 'santorini', position: flat + 'artemis,pan' })
  hand.begin(view, ['b2', 'b1', '-c1', 'b1'])
  await settled()
  expect(hand.entry.steps).toEqual(['b2', 'b1', '-c1'])
  expect(moves).toEqual([])
})

it('enters turns for the partner of who has placed the workers', async () => {
  const { moves } = await enter(
    flat.replace(' 1 ', ',+,+ 3 ') + 'pan,pan,demeter,pan',
    'b2 a1 b1 Done',
  )
  expect(moves).toEqual(['b2-a1(b1)'])
})

/** An empty board of Hermit, and one on which only yellow fits. */
const boards = () => {
  const of = (position: string) => engine.ask('view', { game: 'hermit', position })
  return Promise.all([of('.../.../... 1'), of('RB/.B 1')])
}

it('asks nothing more about a turn when another one has begun', async () => {
  const complaint = vi.spyOn(console, 'error')
  const [free, yellow] = await boards()
  const hand = new Hand(vi.fn())
  hand.begin(free)
  await Promise.resolve() // now it has asked which colors there are
  hand.begin(yellow)
  await settled()
  await settled()
  expect(hand.entry.letters).toEqual(['Y'])
  expect(complaint).not.toHaveBeenCalled()
})

it.each([
  ['a whole move', 'Ra1-a2'],
  ['a step', 'a1'],
])('forgets %s that was typed when another position has begun', async (_, text) => {
  const [free, yellow] = await boards()
  const move = vi.fn()
  const hand = new Hand(move)
  hand.begin(free)
  await settled()
  const typed = hand.type(text)
  hand.begin(yellow)
  await typed
  await settled()
  expect(move).not.toHaveBeenCalled()
  expect(hand.entry.letters).toEqual(['Y'])
})

it('tells of a step that the engine could not take, and starts the turn again when asked', async () => {
  const position = flat + 'mortal,pan'
  const hand = new Hand(() => undefined)
  const view = await engine.ask('view', { game: 'santorini', position })
  vi.spyOn(engine, 'ask').mockRejectedValueOnce(new Error('worker'))
  hand.begin(view)
  await settled()
  expect(hand.error).toBe('worker')
  expect(hand.entry.next.size).toBe(0)
  hand.again()
  await settled()
  expect(hand.error).toBeUndefined()
  expect(hand.entry.next.size).toBeGreaterThan(0)
})
