// Where squares lie on a drawn board. A square is 100 units wide.

import type { Place } from '../looks/square'

export const unit = 100

/** A board's size and which side is at the bottom. */
export interface Frame {
  files: number
  ranks: number
  flipped: boolean
  /** The width of the rim around the squares, which shows the names of files and ranks. */
  rim: number
}

/** The rectangle of the drawing: all squares and the rim. */
export const drawnOf = ({ files, ranks, rim }: Frame) => ({
  x: -rim,
  y: -rim,
  width: files * unit + 2 * rim,
  height: ranks * unit + 2 * rim,
})

/** The square at a point of the drawing, given as fractions from 0 to 1 in both directions. */
export function squareAt(frame: Frame, across: number, down: number): Place | undefined {
  const { x, y, width, height } = drawnOf(frame)
  const column = Math.floor((x + across * width) / unit)
  const row = Math.floor((y + down * height) / unit)
  return column < 0 || column >= frame.files || row < 0 || row >= frame.ranks
    ? undefined
    : drawingOrder(frame)[row * frame.files + column]
}

/** The upper left corner of a square. */
export function cornerOf(frame: Frame, { file, rank }: Place): { x: number; y: number } {
  return frame.flipped
    ? { x: (frame.files - 1 - file) * unit, y: rank * unit }
    : { x: file * unit, y: (frame.ranks - 1 - rank) * unit }
}

/** The center of a square. */
export function middleOf(frame: Frame, place: Place): { x: number; y: number } {
  const { x, y } = cornerOf(frame, place)
  return { x: x + unit / 2, y: y + unit / 2 }
}

/** The square some steps to the right and up as drawn; stays on the board at its edge. */
export function stepFrom(frame: Frame, from: Place, right: number, up: number): Place {
  const sign = frame.flipped ? -1 : 1
  const file = from.file + sign * right
  const rank = from.rank + sign * up
  return file < 0 || file >= frame.files || rank < 0 || rank >= frame.ranks ? from : { file, rank }
}

/** All squares in drawing order, from the upper left. */
export function drawingOrder({ files, ranks, flipped }: Frame): Place[] {
  const places = Array.from({ length: files * ranks }, (_, i) => ({
    file: i % files,
    rank: ranks - 1 - Math.floor(i / files),
  }))
  return flipped ? places.reverse() : places
}

/** The rectangle around some squares. */
export function boundsOf(frame: Frame, places: readonly Place[]) {
  const corners = places.map((place) => cornerOf(frame, place))
  const x = Math.min(...corners.map((c) => c.x))
  const y = Math.min(...corners.map((c) => c.y))
  return {
    x,
    y,
    width: Math.max(...corners.map((c) => c.x)) + unit - x,
    height: Math.max(...corners.map((c) => c.y)) + unit - y,
  }
}
