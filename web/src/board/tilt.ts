// The heights and widths of things on a board in 3D.

import type { Point } from './camera'

/** Half the side of a square's ground, and of levels 1 to 3. */
const halves = [0.5, 0.43, 0.365, 0.3]

/** Half the side of a level; 0 is the ground. */
export function storeyHalf(storey: number): Point {
  const half = halves[Math.min(storey, 3)] ?? 0.5
  return { x: half, y: half }
}
