// Workers as thick counters, each with its owner's sign.

import type { Cell } from '../generated/protocol'
import { seatColor } from '../looks/seats'
import { figureLight, rimOf } from './figure'
import type { Paint } from './paint'

const signs = [
  'M0 -13A13 13 0 1 1 -0.1 -13Z',
  'M-12 -12H12V12H-12Z',
  'M0 -15L15 11H-15Z',
  'M0 -16L14 0L0 16L-14 0Z',
]
/** The signs as they appear on the top of a counter in 3D. */
const lying = [
  'M0 -30.2A13 8.2 0 1 1 -0.1 -30.2Z',
  'M-12 -29.6H12V-14.4H-12Z',
  'M0 -31.5L15 -15H-15Z',
  'M0 -32L14 -22L0 -12L-14 -22Z',
]
const sign = (outlines: readonly string[], owner: number): Paint => ({
  name: 'sign',
  outline: outlines[owner] ?? '',
  fill: '#fff',
  line: '#1c1a18',
  width: 2.5,
})
const dress = (owner: number) => ({ fill: seatColor(owner), line: rimOf(owner), width: 3 })

/** A counter from above, in a square of 100 units around its center. */
export const tokenOf = ({ owner }: Cell): Paint[] => [
  { name: 'body', outline: 'M-29 0A29 29 0 1 1 29 0A29 29 0 1 1 -29 0Z', ...dress(owner) },
  {
    name: 'ring',
    outline: 'M-23 0A23 23 0 1 1 23 0A23 23 0 1 1 -23 0Z',
    line: '#ffffff80',
    width: 2,
  },
  sign(signs, owner),
]

const side = 'M-30 -22V0A30 19 0 0 0 30 0V-22Z'

/** A counter in 3D, around the center of its foot. */
export const standingToken = ({ owner }: Cell): Paint[] => [
  { name: 'body', outline: side, ...dress(owner) },
  { name: 'light', outline: side, fill: figureLight },
  { name: 'head', outline: 'M-30 -22A30 19 0 1 1 30 -22A30 19 0 1 1 -30 -22Z', ...dress(owner) },
  sign(lying, owner),
]
