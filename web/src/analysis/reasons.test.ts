import { expect, it, vi } from 'vitest'
import type { Reason } from '../generated/protocol'
import { reasonsFor } from './reasons'

const reason = (kind: string): Reason => ({ kind, counts: [1, 0] })

it('asks about the position before the mistake and tells the first two reasons', async () => {
  const ask = vi.fn().mockResolvedValue({ reasons: ['one', 'two', 'three'].map(reason) })
  expect(await reasonsFor({ ask }, 'hermit', 'start', 'a', 'b')).toEqual(['one', 'two'].map(reason))
  const question = { game: 'hermit', position: 'start', played: 'a', better: 'b' }
  expect(ask).toHaveBeenCalledExactlyOnceWith('why', question)
})

it('asks nothing where no better move is known', async () => {
  const ask = vi.fn()
  expect(await reasonsFor({ ask }, 'hermit', 'start', 'a', undefined)).toEqual([])
  expect(ask).not.toHaveBeenCalled()
})
