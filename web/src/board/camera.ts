// The camera for boards in 3D: where things on the board appear on the screen. The board lies on a
// ground with its center at 0, 0; x runs along the files, y along the ranks away from rank 1, z up,
// and a square is 1 wide. On the screen, x goes right and y down.

import type { Place } from '../looks/square'

export interface Camera {
  files: number
  ranks: number
  /** The rotation of the board in quarter turns; at 0 the first square is on the left. */
  quarters: number
}

export interface Point {
  x: number
  y: number
}

/** A square's diagonal is 200 units wide on the screen. */
const scale = 100 * Math.SQRT2
/** Foreshortening of depth: the camera looks down at about 40 degrees. */
const depthSeen = 0.7
/** Foreshortening of height, for a level of height 1. */
const heightSeen = 36

/** The center of a square on the ground. */
export const groundOf = ({ files, ranks }: Camera, { file, rank }: Place): Point => ({
  x: file - (files - 1) / 2,
  y: rank - (ranks - 1) / 2,
})

/** A point of the ground as the camera sees it: to the right, and toward it. */
function turned(camera: Camera, { x, y }: Point) {
  const { x: cos, y: sin } = rightward(camera)
  return { right: x * cos + y * sin, near: x * sin - y * cos }
}

/** Where a point appears on the screen. */
export function project(camera: Camera, at: Point, z = 0): Point {
  const { right, near } = turned(camera, at)
  return { x: right * scale, y: near * scale * depthSeen - z * heightSeen }
}

/** How near a square is; nearer ones are drawn later. */
export const nearness = (camera: Camera, place: Place) =>
  turned(camera, groundOf(camera, place)).near

/** The step on the ground that appears as one to the right. */
function rightward({ quarters }: Camera): Point {
  const angle = ((quarters + 0.5) * Math.PI) / 2
  return { x: Math.cos(angle), y: Math.sin(angle) }
}

/** The shadow of a box on a level: all it covers from its foot to the shadow of its top. */
export function shadow(camera: Camera, middle: Point, half: Point, height: number, z = 0): Point[] {
  const { x, y } = rightward(camera)
  const far = { x: middle.x + 0.16 * height * x, y: middle.y + 0.16 * height * y }
  const seen = [...corners(middle, half), ...corners(far, half)].map((p) => project(camera, p, z))
  return around(seen)
}

/** The convex hull of some points, in order around it. */
function around(points: Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y)
  const chain = (list: Point[]) => {
    const kept: Point[] = []
    for (const p of list) {
      for (;;) {
        const [a, b] = kept.slice(-2)
        if (!a || !b || (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) {
          break
        }
        kept.pop()
      }
      kept.push(p)
    }
    return kept.slice(0, -1)
  }
  return [...chain(sorted), ...chain(sorted.toReversed())]
}

/** A level rectangle around a point of the ground. */
export function plate(camera: Camera, middle: Point, half: Point, z: number): Point[] {
  return corners(middle, half).map((corner) => project(camera, corner, z))
}

const corners = ({ x, y }: Point, half: Point): Point[] => [
  { x: x - half.x, y: y - half.y },
  { x: x + half.x, y: y - half.y },
  { x: x + half.x, y: y + half.y },
  { x: x - half.x, y: y + half.y },
]

/** A side of a box: its polygon, and how much light falls on it, from 0 to 1. */
export interface Side {
  points: Point[]
  light: number
  /** The polygon of a part of it, between two fractions of its width and two heights. */
  part: (from: number, to: number, low: number, high: number) => Point[]
}

/** The visible sides of a box between two heights. */
export function sides(
  camera: Camera,
  middle: Point,
  half: Point,
  bottom: number,
  top: number,
): Side[] {
  const around = corners(middle, half)
  const outward = [
    { x: 0, y: -1 },
    { x: 1, y: 0 },
    { x: 0, y: 1 },
    { x: -1, y: 0 },
  ]
  return outward.flatMap((normal, i) => {
    const { right, near } = turned(camera, normal)
    const [a, b] = [around[i], around[(i + 1) % 4]]
    if (near < 0.001 || !a || !b) {
      return []
    }
    const along = (share: number) => ({
      x: a.x + (b.x - a.x) * share,
      y: a.y + (b.y - a.y) * share,
    })
    const part: Side['part'] = (from, to, low, high) => [
      project(camera, along(from), low),
      project(camera, along(to), low),
      project(camera, along(to), high),
      project(camera, along(from), high),
    ]
    // The light comes from the left.
    return [{ points: part(0, 1, bottom, top), light: 0.5 - 0.45 * right + 0.05 * near, part }]
  })
}

/** A color between two, each three numbers up to 255. */
export type Tone = readonly [number, number, number]
export const mixed = (dark: Tone, light: Tone, part: number) =>
  `rgb(${dark.map((d, i) => Math.round(d + ((light[i] ?? d) - d) * part)).join(' ')})`

/** How far the ground extends beyond the squares. */
export const shore = 0.36

/** Space above the far corner, for a tower, and below the near one, in screen units. */
const above = 128
const below = 52

/** The part of the screen that shows the whole board, however it is rotated. */
export function screenOf({ files, ranks }: Camera) {
  const half = ((files + ranks) / 2 + 2 * shore) * 100
  return {
    x: -half,
    y: -half * depthSeen - above,
    width: 2 * half,
    height: 2 * half * depthSeen + above + below,
  }
}

/** The step along files and ranks that comes closest to going right, or away, on the screen. */
export function stepSeen({ quarters }: Camera, right: number, up: number): [number, number] {
  let step: [number, number] = [right, up]
  for (let i = 0; i < ((Math.round(quarters) % 4) + 4) % 4; i++) {
    step = [-step[1], step[0]]
  }
  return step
}
