// What is painted on a board in 3D, as values: both the tappable drawing and the picture of a
// rotating board are made from them.

import type { Point } from './camera'

/** A gradient across a shape: from x to x, or from a point to a radius. */
export interface Light {
  id: string
  from: readonly [number, number] | { x: number; y: number; r: number }
  stops: readonly (readonly [number, string])[]
}

export interface Shape {
  /** What it is; on the page, the class of its element. */
  name: string
  /** Polygons, or an SVG path. */
  outline: readonly (readonly Point[])[] | string
  /** Whether the last point of a polygon is left unconnected to the first. */
  open?: boolean
  /** Colors; without one there is no fill, or no line. */
  fill?: string | Light
  line?: string
  /** The line width. */
  width?: number
  opacity?: number
}

/** Letters around a point. */
export interface Label {
  name: string
  text: string
  at: Point
  size: number
  weight: number
  fill: string
  /** The outline color. */
  line?: string
}

export type Paint = Shape | Label

/** What is painted around a point, clipped to the edge if there is one. */
export interface Group {
  at?: Point
  edge?: readonly Point[]
  paints: readonly Paint[]
}

/** An outline as SVG. */
export function pathOf({ outline, open }: Shape): string {
  if (typeof outline === 'string') {
    return outline
  }
  const round = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`
  return outline.map((points) => `M${points.map(round).join('L')}${open ? '' : 'Z'}`).join('')
}

/** SVG paths, parsed once. */
const paths = new Map<string, Path2D>()

function tracedOn(context: CanvasRenderingContext2D, { outline, open }: Shape): Path2D | undefined {
  if (typeof outline === 'string') {
    const path = paths.get(outline) ?? new Path2D(outline)
    paths.set(outline, path)
    return path
  }
  context.beginPath()
  for (const points of outline) {
    points.forEach(({ x, y }, i) => {
      if (i === 0) {
        context.moveTo(x, y)
      } else {
        context.lineTo(x, y)
      }
    })
    if (!open) {
      context.closePath()
    }
  }
  return undefined
}

function inkOf(context: CanvasRenderingContext2D, fill: string | Light) {
  if (typeof fill === 'string') {
    return fill
  }
  const { from, stops } = fill
  const ink =
    'r' in from
      ? context.createRadialGradient(from.x, from.y, 0, from.x, from.y, from.r)
      : context.createLinearGradient(from[0], 0, from[1], 0)
  stops.forEach(([part, color]) => {
    ink.addColorStop(part, color)
  })
  return ink
}

function paintShape(context: CanvasRenderingContext2D, shape: Shape) {
  const path = tracedOn(context, shape)
  context.globalAlpha = shape.opacity ?? 1
  if (shape.fill !== undefined) {
    context.fillStyle = inkOf(context, shape.fill)
    if (path) {
      context.fill(path)
    } else {
      context.fill()
    }
  }
  const { width = 1 } = shape
  // A line too thin to see takes longer than everything else.
  if (shape.line !== undefined && width * context.getTransform().a > 0.5) {
    context.strokeStyle = shape.line
    context.lineWidth = width
    if (path) {
      context.stroke(path)
    } else {
      context.stroke()
    }
  }
}

function paintLabel(context: CanvasRenderingContext2D, label: Label, font: string) {
  const { text, at, fill, line } = label
  context.globalAlpha = 1
  context.font = `${label.weight} ${label.size}px ${font}`
  if (line !== undefined) {
    context.strokeStyle = line
    context.lineWidth = labelRim
    context.strokeText(text, at.x, at.y)
  }
  context.fillStyle = fill
  context.fillText(text, at.x, at.y)
}

/** The width of the outline around letters. */
export const labelRim = 4

/** Paints on a canvas, with letters in the given font. */
export function paintOn(context: CanvasRenderingContext2D, groups: readonly Group[], font: string) {
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { at, edge, paints } of groups) {
    context.save()
    if (edge) {
      tracedOn(context, { name: '', outline: [edge] })
      context.clip()
    }
    if (at) {
      context.translate(at.x, at.y)
    }
    for (const paint of paints) {
      if ('text' in paint) {
        paintLabel(context, paint, font)
      } else {
        paintShape(context, paint)
      }
    }
    context.restore()
  }
}
