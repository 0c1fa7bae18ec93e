import { expect, test } from 'vitest'
import { nameOf, placeOf } from '../looks/square'
import {
  groundOf,
  mixed,
  nearness,
  project,
  screenOf,
  sides,
  stepSeen,
  type Camera,
} from './camera'

const board = { files: 5, ranks: 5 }
const at = (camera: Camera, square: string) => project(camera, groundOf(camera, placeOf(square)))

test('the first square is at the left, and the board turns by quarters', () => {
  for (const [quarters, left, right] of [
    [0, 'a1', 'e5'],
    [1, 'e1', 'a5'],
    [2, 'e5', 'a1'],
    [3, 'a5', 'e1'],
  ] as const) {
    const camera = { ...board, quarters }
    expect(at(camera, left).x).toBeCloseTo(-400)
    expect(at(camera, right).x).toBeCloseTo(400)
    expect(at(camera, 'c3').x).toBeCloseTo(0)
  }
})

test('nearer squares are lower, higher points are higher', () => {
  const camera = { ...board, quarters: 0 }
  const squares = ['a5', 'b4', 'c3', 'd2', 'e1']
  const depths = squares.map((square) => nearness(camera, placeOf(square)))
  expect(depths).toEqual([...depths].sort((a, b) => a - b))
  const heights = squares.map((square) => at(camera, square).y)
  expect(heights).toEqual([...heights].sort((a, b) => a - b))
  expect(project(camera, { x: 0, y: 0 }, 2).y).toBeLessThan(project(camera, { x: 0, y: 0 }, 1).y)
})

test('all of the board is on the screen, however it is turned', () => {
  for (let quarters = 0; quarters < 4; quarters += 0.25) {
    const camera = { ...board, quarters }
    const { x, y, width, height } = screenOf(camera)
    for (const corner of [-2.5, 2.5].flatMap((x) => [-2.5, 2.5].map((y) => ({ x, y })))) {
      for (const z of [0, 4]) {
        const point = project(camera, corner, z)
        expect(point.x).toBeGreaterThanOrEqual(x)
        expect(point.x).toBeLessThanOrEqual(x + width)
        expect(point.y).toBeGreaterThanOrEqual(y)
        expect(point.y).toBeLessThanOrEqual(y + height)
      }
    }
  }
})

test('two sides of a box are seen, the left one in more light', () => {
  const [a, b, ...more] = sides({ ...board, quarters: 0 }, { x: 0, y: 0 }, { x: 0.4, y: 0.4 }, 0, 1)
  expect(more).toEqual([])
  expect(Math.abs((a?.light ?? 0) - (b?.light ?? 0))).toBeGreaterThan(0.5)
})

test('a step to the right goes to the right, one up goes away', () => {
  for (let quarters = 0; quarters < 4; quarters++) {
    const camera = { ...board, quarters }
    const moved = (right: number, up: number) => {
      const [file, rank] = stepSeen(camera, right, up)
      return at(camera, nameOf({ file: 2 + file, rank: 2 + rank }))
    }
    expect(moved(1, 0).x).toBeGreaterThan(0)
    expect(moved(-1, 0).x).toBeLessThan(0)
    expect(moved(0, 1).y).toBeLessThan(0)
    expect(moved(0, -1).y).toBeGreaterThan(0)
  }
})

test('colors are mixed', () => {
  expect(mixed([0, 100, 200], [100, 200, 100], 0.5)).toBe('rgb(50 150 150)')
})
