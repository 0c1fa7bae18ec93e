// How moves are drawn from square to square.

import { partsOf } from '../looks/movetext'
import type { Point } from './camera'
import { isBlockMove } from './draw'

export type Shape =
  | { kind: 'ring'; to: Point }
  /** A block's color, shown as a sign between the centers of its squares. */
  | { kind: 'block'; color: string; from: Point; to: Point }
  /** A piece's path, or something put down; bend is how far the line deviates from straight. */
  | { kind: 'walk' | 'put'; from: Point; to: Point; bend: number }

const rankColors = ['#15683f', '#1d5fa0', '#7a4fa0', '#8a5a12']

/** The color of a move by its rank, from 0 for the best, on a board and in lists. */
export const rankColor = (rank: number) => rankColors[rank] ?? '#5c5c5c'

/** The shapes of a move, given the centers of squares. */
export function shapesOf(move: string, middle: (square: string) => Point): Shape[] {
  const { walks, before, after, placed } = partsOf(move)
  const [first, second = first] = placed.map(middle)
  if (isBlockMove(move) && first && second) {
    return [{ kind: 'block', color: move.charAt(0), from: first, to: second }]
  }
  const legs = walks.flatMap((walk) =>
    walk.slice(1).map((to, i) => ({ from: middle(walk[i] ?? to), to: middle(to) })),
  )
  const put = (from: string | undefined, square: string): Shape[] => {
    if (from === undefined) {
      return [{ kind: 'ring', to: middle(square) }]
    }
    const line = { from: middle(from), to: middle(square) }
    return [{ kind: 'put', ...line, bend: legs.some((leg) => isOver(line, leg)) ? 34 : 0 }]
  }
  return [
    ...placed.map((square): Shape => ({ kind: 'ring', to: middle(square) })),
    ...before.flatMap((square) => put(walks[0]?.[0], square)),
    ...legs.map((leg): Shape => ({ kind: 'walk', ...leg, bend: 0 })),
    ...after.flatMap((square) => put(nearest(walks, square, middle), square)),
  ]
}

type Line = { from: Point; to: Point }

/** Whether a line runs back over another one from its end. */
function isOver(line: Line, leg: Line): boolean {
  const [ax, ay] = [line.to.x - line.from.x, line.to.y - line.from.y]
  const [bx, by] = [leg.from.x - leg.to.x, leg.from.y - leg.to.y]
  const cosine = (ax * bx + ay * by) / (Math.hypot(ax, ay) * Math.hypot(bx, by) || 1)
  return cosine > 0.95
}

/** Of the squares where pieces end, the one nearest to where something is put down. */
function nearest(walks: readonly string[][], square: string, middle: (square: string) => Point) {
  const to = middle(square)
  const far = (end: string) => Math.hypot(middle(end).x - to.x, middle(end).y - to.y)
  const ends = walks.flatMap((walk) => walk.at(-1) ?? [])
  return ends.sort((a, b) => far(a) - far(b))[0]
}

/** A line's direction, and the point beside its middle that it bends toward. */
function courseOf({ from, to, bend }: Line & { bend: number }) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const by = { x: (from.x + to.x) / 2 - 2 * dy * bend, y: (from.y + to.y) / 2 + 2 * dx * bend }
  return { dx, dy, by }
}

/** The path of a line that stops short of its square and, if it is straight, starts late. */
export function linePath(line: Line & { bend: number }, short: number, late = 0): string {
  const { from, to, bend } = line
  const { dx, dy, by } = courseOf(line)
  if (bend === 0) {
    return `M${from.x + late * dx} ${from.y + late * dy} L${to.x - short * dx} ${to.y - short * dy}`
  }
  const last = Math.hypot(to.x - by.x, to.y - by.y) || 1
  const [ex, ey] = [(to.x - by.x) / last, (to.y - by.y) / last]
  return `M${from.x} ${from.y} Q${by.x} ${by.y} ${to.x - short * ex} ${to.y - short * ey}`
}

/** The arrowhead at the end of a line: how far back its tip and its base are, and half its width. */
export function headPath(line: Line & { bend: number }, tip = 6, base = 34, half = 15): string {
  const { to } = line
  const { dx, dy } = courseOf(line)
  const at = (back: number, across: number) =>
    `${to.x - dx * back - dy * across} ${to.y - dy * back + dx * across}`
  return `M${at(tip, 0)} L${at(base, half)} L${at(base, -half)} Z`
}

/**
 * Where to draw a move's number: next to the square that its piece goes to, in a corner by rank; on
 * a block's squares, at a place by color.
 */
export function badgeOf(shapes: readonly Shape[], rank: number): Point | undefined {
  const last = shapes.findLast(({ kind }) => kind === 'walk') ?? shapes[0]
  if (!last) {
    return undefined
  }
  if (last.kind === 'block') {
    const { color, from, to } = last
    const at = { R: -30, Y: 0, B: 30 }[color] ?? 0
    return { x: (from.x + to.x) / 2 + at, y: (from.y + to.y) / 2 }
  }
  const [x, y] = [[-30, -30] as const, [30, -30] as const, [-30, 30] as const, [30, 30] as const][
    rank
  ] ?? [0, 0]
  return { x: last.to.x + x, y: last.to.y + y }
}
