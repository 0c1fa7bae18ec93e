import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import type { Reason } from '../generated/protocol'
import { discreet, reasonsFor } from './reasons'

const reason = (kind: string): Reason => ({ kind, counts: [1, 0] })

it('asks about the position before the mistake and tells the first two reasons', async () => {
  const ask = vi.fn().mockResolvedValue({ reasons: ['one', 'two', 'three'].map(reason) })
  const question = { game: 'hermit', position: 'start', played: 'a', better: 'b' }
  expect(await reasonsFor({ ask }, question)).toEqual(['one', 'two'].map(reason))
  expect(ask).toHaveBeenCalledExactlyOnceWith('why', question)
})

it('does not give the better move away while it is to be found', async () => {
  const told = ['territory', 'shut', 'threat', 'allowed'].map(reason)
  const ask = vi.fn().mockResolvedValue({ reasons: told })
  const question = { game: 'amazons', position: 'start', played: 'a', better: 'b' }
  expect(await reasonsFor({ ask }, question, true)).toEqual(['shut', 'allowed'].map(reason))
})

it('never names the better move in words for what is discreet', () => {
  const { kinds } = JSON.parse(readFileSync('src/i18n/en/why.json', 'utf8')) as {
    kinds: Record<string, string>
  }
  for (const kind of discreet) {
    expect(kinds[kind]).toBeDefined()
    expect(kinds[kind]).not.toContain('{better}')
  }
})
