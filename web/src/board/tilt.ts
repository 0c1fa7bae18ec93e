// How high and how wide what stands on a board is that is seen from the side.

import type { Point } from './camera'

/** Half of the sides of the ground of a square, and of storeys 1 to 3. */
const halves = [0.5, 0.43, 0.365, 0.3]

/** Half of a storey's sides; 0 is the ground. */
export function storeyHalf(storey: number): Point {
  const half = halves[Math.min(storey, 3)] ?? 0.5
  return { x: half, y: half }
}

/** The height on which one stands on a tower of a level; a dome's is that of its foot. */
export const standing = (level: number) => Math.min(level, 3)

/** Whether somebody wants nothing to move. */
export const wantsStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches
