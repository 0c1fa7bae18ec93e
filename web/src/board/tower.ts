// Towers in 3D: white levels, each smaller than the one below, and a blue dome. The light comes from
// the left; shading and shadows show the height.

import { mixed, plate, project, shadow, sides, type Camera, type Point, type Tone } from './camera'
import type { Label, Light, Shape } from './paint'
import { storeyHalf } from './tilt'

const dark: Tone = [158, 148, 136]
const light: Tone = [253, 251, 245]
const edge = { line: '#8d826f', width: 1.2 }
const shade = { fill: '#2a2010', opacity: 0.2 }
/** Each level's roof has its own color, so that heights can be seen from the top. */
const roofs = ['#dcc69c', '#e8a984', '#fbf7ec']
/** How far below the center of its roof a tower's height is written, at the near corner. */
const digits = [36, 29, 22]

/** One level of a tower, from 0; covered says that another one stands on it. */
export function storeyOf(camera: Camera, middle: Point, storey: number, covered: boolean): Shape[] {
  const half = storeyHalf(storey + 1)
  const roof = { x: half.x - 0.05, y: half.y - 0.05 }
  const seen = sides(camera, middle, half, storey, storey + 1)
  const all = (name: string, fill: string, parts: Point[][], opacity?: number): Shape => ({
    name,
    fill,
    outline: parts,
    ...(opacity === undefined ? {} : { opacity }),
  })
  return [
    ...seen.map((side) => ({
      name: 'wall',
      outline: [side.points],
      fill: mixed(dark, light, side.light),
      ...edge,
    })),
    all(
      'foot',
      '#4a3f2f',
      seen.map(({ part }) => part(0, 1, storey, storey + 0.14)),
      0.16,
    ),
    ...(storey === 0
      ? [
          all(
            'door',
            '#2f6fbb',
            seen.map(({ part }) => part(0.41, 0.59, 0, 0.6)),
          ),
        ]
      : []),
    all(
      'window',
      '#47698c',
      seen.flatMap(({ part }) =>
        [0.15, 0.73].map((from) => part(from, from + 0.12, storey + 0.36, storey + 0.72)),
      ),
      0.75,
    ),
    { ...all('wall', '#fffefb', [plate(camera, middle, half, storey + 1)]), ...edge },
    all(`roof top${storey + 1}`, roofs[storey] ?? '', [plate(camera, middle, roof, storey + 1)]),
    ...(covered
      ? [
          {
            name: 'cast',
            outline: [shadow(camera, middle, storeyHalf(storey + 2), 0.35, storey + 1)],
            ...shade,
          },
        ]
      : []),
  ]
}

/** The shading of domes. */
export const domeLight = {
  id: 'dome-light',
  from: { x: -12, y: -33, r: 62 },
  stops: [
    [0, '#7db4ea'],
    [0.45, '#2f6fbb'],
    [1, '#1a4379'],
  ],
} as const satisfies Light

/** A dome around the center of its foot. */
export const dome: readonly Shape[] = [
  { name: 'cast', outline: 'M-33 3A42 25 0 1 1 51 3A42 25 0 1 1 -33 3Z', ...shade },
  { name: 'drum', outline: 'M-38 -7V1A38 24 0 0 0 38 1V-7Z', fill: '#efe9dc', ...edge },
  {
    name: 'round',
    outline: 'M-38 -6C-38 -62 38 -62 38 -6A38 23 0 0 1 -38 -6Z',
    fill: domeLight,
    line: '#173a68',
    width: 1.5,
  },
  {
    name: 'shine',
    outline: 'M-25 -18C-22 -33 -13 -40 -5 -42',
    line: '#e4f0fc',
    width: 6,
    opacity: 0.7,
  },
  { name: 'tip', outline: 'M0 -47V-59M-5 -54H5', line: '#f0e6cf', width: 3 },
]

/** The height of a tower without a dome, at the near corner of its roof. */
export function heightOf(camera: Camera, middle: Point, level: number): Label {
  const { x, y } = project(camera, middle, level)
  const at = { x, y: y + (digits[level - 1] ?? 0) }
  return { name: 'height', text: String(level), at, size: 20, weight: 700, fill: '#4a3a1f' }
}
