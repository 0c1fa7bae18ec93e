// A board seen from the side: where things on it are on the screen. The board lies on a ground with
// its middle at 0, 0; x goes along the files, y along the ranks away from rank 1, z up, and a square
// is 1 wide. On the screen x goes to the right and y down.

import type { Place } from '../game/square'

export interface Camera {
  files: number
  ranks: number
  /** By how much the board is turned, in quarters; with 0 the first square is at the left. */
  quarters: number
}

export interface Point {
  x: number
  y: number
}

/** The diagonal of a square is 200 units wide on the screen. */
const scale = 100 * Math.SQRT2
/** How much of a depth is seen: the camera looks down at some 40 degrees. */
const depthSeen = 0.7
/** How much of a height is seen, for a storey of height 1. */
const heightSeen = 36

/** The middle of a square on the ground. */
export const groundOf = ({ files, ranks }: Camera, { file, rank }: Place): Point => ({
  x: file - (files - 1) / 2,
  y: rank - (ranks - 1) / 2,
})

/** A point of the ground as the camera sees it: to the right, and towards it. */
function turned({ quarters }: Camera, { x, y }: Point) {
  const angle = ((quarters + 0.5) * Math.PI) / 2
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { right: x * cos + y * sin, near: x * sin - y * cos }
}

/** Where a point is on the screen. */
export function project(camera: Camera, at: Point, z = 0): Point {
  const { right, near } = turned(camera, at)
  return { x: right * scale, y: near * scale * depthSeen - z * heightSeen }
}

/** How near a square is: nearer ones are drawn later. */
export const nearness = (camera: Camera, place: Place) =>
  turned(camera, groundOf(camera, place)).near

/** The step on the ground that is seen as one to the right. */
export function rightward({ quarters }: Camera): Point {
  const angle = ((quarters + 0.5) * Math.PI) / 2
  return { x: Math.cos(angle), y: Math.sin(angle) }
}

/** The shadow that a box throws on a level: what it covers from its foot to where its top's would be. */
export function shadow(camera: Camera, middle: Point, half: Point, height: number, z = 0): Point[] {
  const { x, y } = rightward(camera)
  const far = { x: middle.x + 0.16 * height * x, y: middle.y + 0.16 * height * y }
  const seen = [...corners(middle, half), ...corners(far, half)].map((p) => project(camera, p, z))
  return around(seen)
}

/** The points of some that have all others between them, in order around them. */
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

/** A side of a box: its polygon, and how much light falls on it, 0 to 1. */
export interface Side {
  points: Point[]
  light: number
  /** The polygon of a part of it, between two shares of its width and two heights. */
  part: (from: number, to: number, low: number, high: number) => Point[]
}

/** The sides of a box that can be seen, between two heights. */
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

/** How far the ground goes on beyond the squares. */
export const shore = 0.36

/** The room above the far corner, for a tower, and below the near one, in units of the screen. */
const above = 128
const below = 52

/** The part of the screen that shows the whole board, however it is turned. */
export function screenOf({ files, ranks }: Camera) {
  const half = ((files + ranks) / 2 + 2 * shore) * 100
  return {
    x: -half,
    y: -half * depthSeen - above,
    width: 2 * half,
    height: 2 * half * depthSeen + above + below,
  }
}

/** The step along files and ranks that goes to the right, or away, most nearly as it is seen. */
export function stepSeen({ quarters }: Camera, right: number, up: number): [number, number] {
  let step: [number, number] = [right, up]
  for (let i = 0; i < ((Math.round(quarters) % 4) + 4) % 4; i++) {
    step = [-step[1], step[0]]
  }
  return step
}
