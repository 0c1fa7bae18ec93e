// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { ask, Offline, Problem } from '../server/api'
import { setAccount } from '../store/stored.svelte'
import { send } from './served'
import { record, storedRecord } from './record.svelte'

vi.mock('../server/api', async (original) => ({ ...(await original()), ask: vi.fn() }))

const rating = { rating: 1000, deviation: 200, volatility: 0.09 }
const answer = {
  solved: true,
  rated: true,
  rating: { ...rating, rating: 1200 },
  at: 9,
  puzzle: { rating: 900, tries: 3, solved: 2 },
}
const asked = vi.mocked(ask)

function tried() {
  storedRecord.remove('')
  for (const [i, id] of ['90000001', '10000002', 'f0000003'].entries()) {
    record.add({ game: 'hermit', id }, true, [`R${i}`], rating, i)
  }
}

beforeEach(() => asked.mockReset())

it('sends what was tried before, in its order and once', async () => {
  tried()
  asked.mockResolvedValue(answer)
  const told = vi.fn()
  await send(told)
  expect(asked.mock.calls).toEqual([
    ['POST', '/puzzle/90000001/attempt', { turns: ['R0'] }],
    ['POST', '/puzzle/10000002/attempt', { turns: ['R1'] }],
    ['POST', '/puzzle/f0000003/attempt', { turns: ['R2'] }],
  ])
  expect(told).toHaveBeenLastCalledWith('f0000003', answer.puzzle)
  expect(record.of('hermit').rating?.rating).toBe(1200)
  await send(told)
  expect(asked).toHaveBeenCalledTimes(3)
})

it('keeps what could not be sent, over a reload too', async () => {
  asked.mockResolvedValueOnce(answer).mockRejectedValueOnce(new Offline('gone'))
  tried()
  await expect(send(() => {})).rejects.toThrow('gone')
  expect(localStorage.getItem('thera.puzzles')).toContain('"waiting":[{"id":"10000002"')
  expect(record.waiting.map(({ id }) => id)).toEqual(['10000002', 'f0000003'])
})

it('forgets what the server has no puzzle for', async () => {
  tried()
  asked.mockRejectedValueOnce(new Problem(404, {})).mockResolvedValue(answer)
  await send(() => {})
  expect(record.waiting).toEqual([])
})

it('neither sends nor takes over for the next user of the browser', async () => {
  setAccount('ann')
  record.add({ game: 'hermit', id: '90000001' }, true, ['R'], rating, 1)
  record.add({ game: 'hermit', id: '10000002' }, true, ['R'], rating, 2)
  asked.mockImplementation(() => {
    setAccount('bob')
    return Promise.resolve(answer)
  })
  await send(() => {})
  expect(asked).toHaveBeenCalledTimes(1)
  expect(record.of('hermit').rating).toBeUndefined()
  setAccount('ann')
  expect(record.waiting).toHaveLength(2)
  setAccount('')
})
