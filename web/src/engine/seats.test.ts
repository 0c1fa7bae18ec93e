import { expect, it } from 'vitest'
import { movedSeats } from './seats'

it('moves the seats of a message and leaves the rest', () => {
  const message = {
    seats: 2,
    turn: 1,
    seat: 1,
    winners: [1, 2],
    territory: '1=-2',
    cells: [{ owner: 0, level: 1 }, { owner: 2 }],
    score: { plies: 1 },
    move: 'd1-d7(g7)',
  }
  const there = movedSeats(message, -1)
  expect(there).toEqual({
    ...message,
    turn: 0,
    seat: 0,
    winners: [0, 1],
    territory: '0=-1',
    cells: [{ owner: -1, level: 1 }, { owner: 1 }],
  })
  expect(movedSeats(there, 1)).toEqual(message)
})
