import { beforeEach, expect, it, vi } from 'vitest'
import { mistakes } from '../cards/card'
import { Tree } from '../game/tree.svelte'
import { disk } from '../store/fakes'
import { collect } from './collect'
import { mistakesOf } from './mistakes'

vi.mock('idb', async () => (await import('../store/fakes')).idb)
beforeEach(() => disk.clear())

/** A game in which the first player plays a mistake, whose better turn may be known. */
function reviewed(best: string | undefined) {
  const tree = Tree.of({
    seats: 2,
    stations: [
      { position: '... 1', turn: 0, winners: [] },
      { position: 'R.. 2', turn: 1, winners: [], move: 'Ra1' },
    ],
  })
  const value = { proven: 0, depth: 1, nodes: 1 }
  const [start, after] = tree.main
  if (start && after) {
    tree.setValue(start, { ...value, win: 0.9, best })
    tree.setValue(after, { ...value, win: 0.1, best: 'Yc1' })
  }
  return mistakesOf(tree.main)
}
const why = () => vi.fn().mockResolvedValue({ reasons: [{ kind: 'mirror', counts: [0, 0] }] })

it('makes a card of a mistake, once', async () => {
  const ask = why()
  const found = reviewed('Rb1')
  expect(await collect({ ask }, 'hermit', found, '', 7)).toBe(1)
  expect(await collect({ ask }, 'hermit', found, '', 8)).toBe(1)
  expect(ask).toHaveBeenCalledTimes(1)
  const game = { game: 'hermit', position: '... 1', played: 'Ra1' }
  const about = { better: 'Rb1', answer: 'Yc1', won: false, reasons: ['mirror'] }
  expect(await mistakes.all()).toEqual([
    { ...game, ...about, id: 'hermit ... 1 Ra1', added: 7, updated: 7, repetitions: [], sent: '' },
  ])
})

it('has no exercise where no better turn is known, and one without reasons where none are found', async () => {
  expect(await collect({ ask: why() }, 'hermit', reviewed(undefined), '', 7)).toBe(0)
  const ask = vi.fn().mockRejectedValue(new Error('no engine'))
  expect(await collect({ ask }, 'hermit', reviewed('Rb1'), '', 7)).toBe(1)
  expect((await mistakes.all())[0]).toMatchObject({ reasons: [] })
})
