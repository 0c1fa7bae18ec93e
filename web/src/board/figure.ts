// Workers in 3D, around their feet. The head as well as the color tells whose a worker is.

import type { Cell } from '../generated/protocol'
import { seatColor } from '../looks/seats'
import type { Light, Paint } from './paint'

/** The shading of round upright shapes. */
export const figureLight = {
  id: 'figure-light',
  from: [-28, 28],
  stops: [
    [0, '#ffffff73'],
    [0.45, '#ffffff00'],
    [1, '#00000059'],
  ],
} as const satisfies Light

const heads = [
  'M-17 -61A17 17 0 1 1 17 -61A17 17 0 1 1 -17 -61Z',
  'M-12 -77H12Q16 -77 16 -73V-50Q16 -46 12 -46H-12Q-16 -46 -16 -50V-73Q-16 -77 -12 -77Z',
  'M-20 -46L0 -86L20 -46Z',
  'M0 -86L20 -64L0 -42L-20 -64Z',
]
const body = 'M-25 0L-12 -48H12L25 0A25 15 0 0 1 -25 0Z'

/** The outline of something in a seat's color. */
export const rimOf = (seat: number) => `color-mix(in srgb, ${seatColor(seat)} 35%, #000)`

/** The shadow a piece casts around it. */
export const castAround: Paint = {
  name: 'shadow',
  outline: 'M-26 2A31 19 0 1 1 36 2A31 19 0 1 1 -26 2Z',
  fill: '#00000033',
}

export function figureOf({ owner, piece = '' }: Cell): Paint[] {
  const dress = { fill: seatColor(owner), line: rimOf(owner), width: 2.5 }
  return [
    { name: 'body', outline: body, ...dress },
    { name: 'light', outline: body, fill: figureLight },
    { name: 'head', outline: heads[owner] ?? heads[3] ?? '', ...dress },
    {
      name: 'letter',
      text: piece,
      at: { x: 0, y: -9 },
      size: 21,
      weight: 700,
      fill: '#fff',
      line: '#1c1a18',
    },
  ]
}

/** The sign of a worker that may not move up. */
export const lid: Paint = { name: 'lid', outline: 'M-26 -94H26', line: '#a3271c', width: 7 }
