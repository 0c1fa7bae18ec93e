// The island under a board in 3D: its cliffs, its squares, and the names of files and ranks.

import { nameOf, type Place } from '../looks/square'
import {
  groundOf,
  mixed,
  nearness,
  plate,
  project,
  shore,
  sides,
  type Camera,
  type Tone,
} from './camera'
import type { Label, Shape } from './paint'
import { storeyHalf } from './tilt'

/** The layers of the cliff from the top down, in shade and in light, and where each ends. */
const cliff: { tones: [Tone, Tone]; low: number; high: number }[] = [
  {
    tones: [
      [122, 104, 80],
      [214, 196, 160],
    ],
    low: -0.4,
    high: -0.1,
  },
  {
    tones: [
      [104, 58, 42],
      [176, 102, 72],
    ],
    low: -0.62,
    high: -0.4,
  },
  {
    tones: [
      [52, 46, 46],
      [98, 88, 84],
    ],
    low: -1.15,
    high: -0.62,
  },
]
const middle = { x: 0, y: 0 }
const halfOf = ({ files, ranks }: Camera, more: number) => ({
  x: files / 2 + shore + more,
  y: ranks / 2 + shore + more,
})

/** The edge of the island, at the level of the squares. */
export const edgeOf = (camera: Camera) => plate(camera, middle, halfOf(camera, 0), 0)

/** The island below the squares. */
export function islandOf(camera: Camera): Shape[] {
  const half = halfOf(camera, 0)
  return [
    {
      name: 'surf',
      outline: [plate(camera, middle, halfOf(camera, 0.1), -1.15)],
      fill: '#f7fbfd',
      opacity: 0.35,
    },
    ...cliff.flatMap(({ tones, low, high }) =>
      sides(camera, middle, half, low, high).map((side) => ({
        name: 'cliff',
        outline: [side.points],
        fill: mixed(...tones, side.light),
      })),
    ),
    { name: 'shore', outline: [plate(camera, middle, half, -0.1)], fill: '#e2d3ab' },
  ]
}

/** A square's ground. */
export const groundPaint = (camera: Camera, place: Place, fill: string): Shape => ({
  name: 'ground',
  outline: [plate(camera, groundOf(camera, place), storeyHalf(0), 0)],
  fill,
  line: '#4a45302e',
  width: 2,
})

/** The names of files and ranks, along the nearer sides of the board. */
export function namesOf(camera: Camera): Label[] {
  const { files, ranks } = camera
  const nearEnd = (a: Place, b: Place) => {
    const end = nearness(camera, a) > nearness(camera, b) ? a : b
    return project(camera, groundOf(camera, end))
  }
  const label = (text: string, a: Place, b: Place): Label => ({
    name: 'name',
    text,
    at: nearEnd(a, b),
    size: 24,
    weight: 600,
    fill: '#5f5334',
  })
  const off = 0.5 + shore / 2
  return [
    ...Array.from({ length: files }, (_, file) =>
      label(
        nameOf({ file, rank: 0 }).charAt(0),
        { file, rank: -off },
        { file, rank: ranks - 1 + off },
      ),
    ),
    ...Array.from({ length: ranks }, (_, rank) =>
      label(String(rank + 1), { file: -off, rank }, { file: files - 1 + off, rank }),
    ),
  ]
}
