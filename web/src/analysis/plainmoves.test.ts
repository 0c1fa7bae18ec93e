import { beforeAll, expect, it } from 'vitest'
import type { Client } from '../engine/client'
import { startInProcess } from '../engine/inprocess'
import { readMoves } from './plainmoves'

let engine: Client
beforeAll(async () => {
  engine = await startInProcess()
})

const start = '3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w'
const read = (text: string, starts = [start]) => readMoves(engine, 'amazons', starts, text)
const movesOf = async (text: string) => (await read(text))?.turns.map(({ move }) => move)

it('reads moves with numbers, without them, and on lines of their own', async () => {
  const moves = ['d1-d7(g7)', 'd10-d8(a8)', 'g1-g2(h3)']
  expect(await movesOf('1. d1-d7(g7) d10-d8(a8) 2. g1-g2(h3)')).toEqual(moves)
  expect(await movesOf('1.d1-d7(g7)\n1...d10-d8(a8)\n2.g1-g2(h3)')).toEqual(moves)
  expect(await movesOf(moves.join('\n'))).toEqual(moves)
})

it('keeps what follows an illegal move, which is reported when the game is opened', async () => {
  expect(await movesOf('d1-d7(g7) a1-a2(a3)')).toEqual(['d1-d7(g7)', 'a1-a2(a3)'])
})

it('tries the starts in their order, and reads nothing else', async () => {
  const small = '1q2q1/6/q4q/Q4Q/6/1Q2Q1 w'
  expect((await read('b1-b3(d3)', [start, small]))?.start).toBe(small)
  expect(await read('hello world')).toBeUndefined()
  expect(await read('')).toBeUndefined()
})
