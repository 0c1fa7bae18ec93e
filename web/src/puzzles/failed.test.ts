// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { made, mistakes } from '../cards/card'
import { disk } from '../store/fakes'
import { addFailedPuzzles } from './failed'
import { record } from './record.svelte'

vi.mock('idb', async () => (await import('../store/fakes')).idb)

beforeEach(() => {
  disk.clear()
  localStorage.clear()
})

it('has the puzzles that were failed, once', async () => {
  const rating = { rating: 1, deviation: 1, volatility: 1 }
  record.add({ game: 'hermit', id: 'p1' }, false, [], rating, 7)
  record.add({ game: 'hermit', id: 'p2' }, true, [], rating, 8)
  await addFailedPuzzles('', 9)
  await addFailedPuzzles('', 10)
  expect(await mistakes.all()).toEqual([
    { ...made, id: 'hermit#p1', game: 'hermit', puzzle: 'p1', added: 9, updated: 9 },
  ])
})
