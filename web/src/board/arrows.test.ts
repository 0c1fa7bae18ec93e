import { expect, test } from 'vitest'
import { placeOf } from '../looks/square'
import { badgeOf, linePath, shapesOf } from './arrows'

const middle = (square: string) => {
  const { file, rank } = placeOf(square)
  return { x: 100 * file, y: -100 * rank }
}

test('an arrow shot back over the way of the piece is bent, any other is straight', () => {
  const [walk, shot] = shapesOf('d1-d7(d3)', middle)
  expect(walk).toMatchObject({ kind: 'walk', from: { x: 300 }, to: { y: -600 } })
  expect(shot).toMatchObject({ kind: 'put', from: { y: -600 }, to: { y: -200 }, bend: 34 })
  expect(shot?.kind === 'put' && linePath(shot, 0)).toContain('Q')
  expect(shapesOf('d1-d7(g7)', middle)[1]).toMatchObject({ kind: 'put', bend: 0 })
  expect(shapesOf('d1-d7(d9)', middle)[1]).toMatchObject({ kind: 'put', bend: 0 })
})

test('numbers of moves to one square do not lie on each other', () => {
  const spots = ['d1-d7(g7)', 'a4-d7(d8)', 'd1-d7(a7)'].map((move, rank) =>
    badgeOf(shapesOf(move, middle), rank),
  )
  expect(new Set(spots.map((spot) => JSON.stringify(spot))).size).toBe(3)
})

test('a block has a sign between its squares, at a place of its color', () => {
  const sign = (move: string) => badgeOf(shapesOf(move, middle), 0)
  expect(shapesOf('Ya3-b3', middle)).toMatchObject([{ kind: 'block', color: 'Y' }])
  expect(sign('Ya3-b3')).toEqual({ x: 50, y: -200 })
  expect(sign('Yb2')).toEqual({ x: 100, y: -100 })
  expect(sign('Rb2')).not.toEqual(sign('Bb2'))
})
