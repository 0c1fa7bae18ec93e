// Notes on a position: a glyph for the move that led to it, a comment, and drawings on the board.
// Records store them in the fields "glyph" and "draw".

import * as v from 'valibot'
import type { Tag } from '../generated/protocol'
import { squarePattern } from '../looks/square'

export const glyphs = ['!!', '!', '!?', '?!', '?', '??'] as const
export type Glyph = (typeof glyphs)[number]
export const glyphNames = {
  '!!': 'brilliant',
  '!': 'good',
  '!?': 'interesting',
  '?!': 'dubious',
  '?': 'mistake',
  '??': 'blunder',
} as const

/** Green, red, blue, and yellow. */
export const penColors = ['G', 'R', 'B', 'Y'] as const
export type PenColor = (typeof penColors)[number]

const tag = v.object({ name: v.string(), value: v.string() })
const shapeText = new RegExp(`^([GRBY])(${squarePattern})(${squarePattern})?$`)

export const notesSchema = {
  comment: v.exactOptional(v.string()),
  glyph: v.exactOptional(v.picklist(glyphs)),
  /** A drawing: a circle, as in "Re4", or an arrow, "Ge2e4". */
  shapes: v.exactOptional(v.array(v.pipe(v.string(), v.regex(shapeText)))),
  /** Other fields of a record about the move, by name. */
  fields: v.exactOptional(v.array(tag)),
}

export interface Notes {
  comment?: string
  glyph?: Glyph
  shapes?: string[]
  fields?: Tag[]
}

export interface Shape {
  color: PenColor
  from: string
  /** For a circle, the same square. */
  to: string
}

export function parseShape(text: string): Shape | undefined {
  const [, color, from, to] = shapeText.exec(text) ?? []
  return color === undefined || from === undefined
    ? undefined
    : { color: color as PenColor, from, to: to ?? from }
}

export const shapeOf = ({ color, from, to }: Shape) => color + from + (to === from ? '' : to)

/** Draws a shape, replacing one on the same squares; the same shape again removes it. */
export function drawn(shapes: readonly string[], shape: Shape): string[] {
  const text = shapeOf(shape)
  const others = shapes.filter((other) => other.slice(1) !== text.slice(1))
  return shapes.includes(text) ? others : [...others, text]
}

/** The shapes of a record's field "draw", without unreadable ones. */
export const readShapes = (text: string) => text.split(',').filter((part) => parseShape(part))

/** The notes on a move, from a record's fields. */
export function readNotes(comment: string | undefined, fields: readonly Tag[] = []): Notes {
  const notes: Notes = comment === undefined || comment === '' ? {} : { comment }
  const others: Tag[] = []
  for (const field of fields) {
    const glyph = glyphs.find((known) => known === field.value)
    const shapes = readShapes(field.value)
    if (field.name === 'glyph' && glyph) {
      notes.glyph = glyph
    } else if (field.name === 'draw' && shapes.length > 0) {
      notes.shapes = [...(notes.shapes ?? []), ...shapes]
    } else {
      others.push(field)
    }
  }
  return others.length > 0 ? { ...notes, fields: others } : notes
}

/** A record's fields with these notes. */
export function writeNotes({ glyph, shapes = [], fields = [] }: Notes): Tag[] {
  return [
    ...fields,
    ...(glyph ? [{ name: 'glyph', value: glyph }] : []),
    ...(shapes.length > 0 ? [{ name: 'draw', value: shapes.join(',') }] : []),
  ]
}
