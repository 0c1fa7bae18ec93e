import { expect, it, vi } from 'vitest'
import type { Reason } from '../engine/protocol'
import type { Mistake } from './mistakes'
import { reasonsFor } from './reasons'
import { Tree } from './tree.svelte'

const reason = (kind: string): Reason => ({ kind, counts: [1, 0] })

function mistake(better: string | undefined): Mistake {
  const tree = new Tree({ position: 'start', turn: 0, winners: [] })
  tree.add({ position: 'after', turn: 1, winners: [], move: 'a' })
  const node = tree.current
  return { node, mark: '?', seat: 0, loss: 0.2, better, turning: false, proven: false }
}

it('asks about the position before the mistake and tells the first two reasons', async () => {
  const ask = vi.fn().mockResolvedValue({ reasons: ['one', 'two', 'three'].map(reason) })
  expect(await reasonsFor({ ask }, 'hermit', mistake('b'))).toEqual(['one', 'two'].map(reason))
  const question = { game: 'hermit', position: 'start', played: 'a', better: 'b' }
  expect(ask).toHaveBeenCalledExactlyOnceWith('why', question)
})

it('asks nothing where no better move is known', async () => {
  const ask = vi.fn()
  expect(await reasonsFor({ ask }, 'hermit', mistake(undefined))).toEqual([])
  expect(ask).not.toHaveBeenCalled()
})
