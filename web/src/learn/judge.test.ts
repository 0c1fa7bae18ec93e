import { expect, it } from 'vitest'
import type { Client } from '../engine/client'
import { judge } from './judge'

/** An engine that accepts every move and gives this verdict on the position after it. */
const thinking = (win_probability: number, plies?: number) =>
  ({
    ask: (what: string) =>
      Promise.resolve(
        what === 'view'
          ? { turn: 0 }
          : { move: 'x', view: { game: 'hermit', position: 'y', turn: 1, winners: [] } },
      ),
    search: () => ({ result: Promise.resolve({ score: { win_probability, plies } }) }),
  }) as unknown as Client

const judged = async (goal: 'proven' | 'safe', win: number, plies?: number) =>
  (await judge(thinking(win, plies), 'hermit', { position: 'x', goal }, 'x')).met

it('takes nothing for wrong that is only not proven', async () => {
  expect(await judged('proven', 0, 8)).toBe(true)
  expect(await judged('proven', 1, 8)).toBe(false)
  expect(await judged('proven', 0.02)).toBeUndefined()
  expect(await judged('proven', 0.6)).toBeUndefined()
  expect(await judged('safe', 0.6)).toBe(true)
  expect(await judged('safe', 1, 1)).toBe(false)
})
