import { expect, test } from 'vitest'
import { placeOf } from '../looks/square'
import { groundOf, project } from './camera'
import { Entry } from './entry'
import { pathOf, type Paint, type Shape } from './paint'
import { sightOf, type Sight } from './sight'

/** A small board: level 2 on a1, level 3 on a2, a worker on b1. */
const sight = (last?: string, ...steps: string[]): Sight => {
  const cells = ['2', '0', '3', '0'].map((level) => ({ level: Number(level), owner: -1 }))
  const cell = { level: 0, owner: 0, kind: 'worker', piece: 'A' }
  cells[1] = cell
  return {
    scene: { files: 2, ranks: 2, cells },
    before: cells,
    pieces: [{ id: 0, place: { file: 1, rank: 0 }, cell }],
    figure: () => [{ name: 'body', outline: 'M0 0H1V1Z' }],
    squares: ['#fff', '#000'],
    named: true,
    marks: { last, entry: new Entry(new Map(), steps), next: new Set(), mobility: '', seats: 2 },
  }
}
const names = (quarters: number, ...of: Parameters<typeof sight>) =>
  sightOf({ files: 2, ranks: 2, quarters }, sight(...of))
    .flatMap(({ paints }): readonly Paint[] => paints)
    .map(({ name }) => name)

test('what is nearer is painted later, however the board is turned', () => {
  for (const [quarters, walls] of [
    [0, 15],
    [1, 15],
    [2, 0],
    [3, 9],
  ] as const) {
    const order = names(quarters)
    const before = order.slice(0, order.indexOf('body'))
    // For each level, two walls and the edge of its roof.
    expect(before.filter((name) => name === 'wall').length, `${quarters} quarters`).toBe(walls)
  }
})

test('marks are above all that stands on the board', () => {
  expect(names(0, undefined, 'b1').at(-1)).toBe('chosen')
})

test('the last move colors the squares that it has left, reached and built on, below pieces', () => {
  const order = names(0, 'a1-b1(a2)')
  expect(order.filter((name) => name === 'last' || name === 'put')).toEqual(['put', 'last', 'last'])
  expect(order.lastIndexOf('last')).toBeLessThan(order.indexOf('body'))
})

test('a dome that was built early is as low as its tower', () => {
  const low = sight()
  const cell = { level: 4, owner: -1, storeys: 1 }
  low.scene = { ...low.scene, cells: [cell, ...low.scene.cells.slice(1)] }
  const camera = { files: 2, ranks: 2, quarters: 0 }
  const domes = sightOf(camera, low).filter(({ paints }) => paints.some((p) => p.name === 'round'))
  expect(domes.map(({ at }) => at)).toEqual([project(camera, groundOf(camera, placeOf('a1')), 1)])
})

test('a frame is open at the far corner, where somebody stands before it', () => {
  const groups = sightOf({ files: 2, ranks: 2, quarters: 0 }, sight(undefined, 'b1'))
  const frame = groups.at(-1)?.paints[0] as Shape
  const [points = []] = frame.outline as { x: number; y: number }[][]
  const middle = (points[1]?.x ?? 0) / 2 + (points[3]?.x ?? 0) / 2
  const far = Math.min(...points.map(({ y }) => y))
  expect(points.filter(({ x, y }) => y < far + 1 && Math.abs(x - middle) < 10)).toEqual([])
  expect(pathOf(frame)).not.toContain('Z')
})
