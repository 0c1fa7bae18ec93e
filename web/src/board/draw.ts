// What a board shows, worked out from a view and the turn being entered.

import type { Cell, View } from '../engine/protocol'
import { Entry } from '../game/entry'
import type { Hand } from './hand.svelte'
import { nameOf, placeOf, squaresOf, type Place } from '../game/square'

export interface DrawnPiece {
  key: string
  place: Place
  cell: Cell
  /** The square it comes from, if it has just moved. */
  from?: Place
  ghost: boolean
}

export interface DrawnBlock {
  key: string
  color: string
  /** The squares it covers: one, or two that share a side. */
  places: Place[]
  ghost: boolean
}

const cellAt = (view: View, { file, rank }: Place) => view.cells[file + view.files * rank]

/** The steps that can come next; none while a whole move waits to be confirmed. */
export const nextSteps = (hand: Hand | undefined): ReadonlySet<string> =>
  hand && hand.pending === undefined ? hand.entry.next : new Set()

/** The steps with which the turn can begin, or begin anew. */
export const firstSteps = (hand: Hand): ReadonlySet<string> =>
  hand.entry.squares.length > 0 ? new Entry(hand.entry.ways).next : nextSteps(hand)

/** What stands on a square of a view. */
export const cellOn = (view: View, square: string): Cell | undefined =>
  cellAt(view, placeOf(square))

/** Blocks have no owner and letters; arrows have no owner either, and are pieces. */
const isBlock = (cell: Cell) => cell.owner < 0 && cell.piece !== undefined && cell.piece !== '*'

/** Whether a move goes from one square to another: it names the first to leave it. */
export const isJourney = (move: string) => /^[a-j](10|[1-9])-/.test(move)

/** The pieces of a view, with one shown where the turn being entered has brought it. */
export function piecesOf(view: View, entry: Entry, last: string | undefined): DrawnPiece[] {
  const pieces: DrawnPiece[] = []
  const [left, landed] = movedBy(view, entry)
  const [from, to] = last && isJourney(last) ? squaresOf(last) : []
  for (let rank = 0; rank < view.ranks; rank++) {
    for (let file = 0; file < view.files; file++) {
      const cell = cellAt(view, { file, rank })
      if (!cell || cell.piece === undefined || isBlock(cell)) {
        continue
      }
      const name = nameOf({ file, rank })
      const moved = name === left && landed !== undefined
      const square = moved ? landed : name
      const came = moved ? left : name === to ? from : undefined
      pieces.push({
        key: `${square}${cell.piece}`,
        place: placeOf(square),
        cell,
        ghost: false,
        ...(came === undefined ? {} : { from: placeOf(came) }),
      })
    }
  }
  return [...pieces, ...placed(view, entry)]
}

/** The square that a piece has left in the turn being entered, and where it is. */
export function movedBy(view: View, entry: Entry): (string | undefined)[] {
  const [from, to] = entry.squares
  const owner = from === undefined ? undefined : cellOn(view, from)?.owner
  return owner === view.turn && entry.tool === undefined ? [from, to] : []
}

/** Workers that are being placed. */
function placed(view: View, entry: Entry): DrawnPiece[] {
  if (entry.tool !== undefined || entry.ways[0]?.move[0] !== '@') {
    return []
  }
  const piece = String.fromCharCode(65 + view.turn)
  const cell: Cell = { piece, owner: view.turn }
  return entry.squares.map((square) => ({
    key: square + piece,
    place: placeOf(square),
    cell,
    ghost: true,
  }))
}

/** The blocks of a view; two neighbors of one color are one block. */
export function blocksOf(view: View, entry: Entry): DrawnBlock[] {
  const blocks: DrawnBlock[] = []
  const done = new Set<string>()
  for (let rank = 0; rank < view.ranks; rank++) {
    for (let file = 0; file < view.files; file++) {
      const place = { file, rank }
      const cell = cellAt(view, place)
      if (!cell?.piece || !isBlock(cell) || done.has(nameOf(place))) {
        continue
      }
      const places = [place]
      for (const next of [
        { file: file + 1, rank },
        { file, rank: rank + 1 },
      ]) {
        if (next.file < view.files && cellAt(view, next)?.piece === cell.piece) {
          places.push(next)
          done.add(nameOf(next))
        }
      }
      blocks.push({ key: nameOf(place) + cell.piece, color: cell.piece, places, ghost: false })
    }
  }
  const color = entry.tool?.[0]
  if (color && entry.squares.length > 0) {
    blocks.push({ key: 'hand', color, places: entry.squares.map(placeOf), ghost: true })
  }
  return blocks
}

/** Whether a move puts down a block: it begins with the color. */
export const isBlockMove = (move: string) => /^[A-Z]/.test(move)

/** The blocks of moves that are only shown. */
export const blocksShown = (moves: readonly string[]): DrawnBlock[] =>
  moves
    .slice(0, 1)
    .filter(isBlockMove)
    .map((move) => ({
      key: 'shown',
      color: move[0] ?? '',
      places: squaresOf(move).map(placeOf),
      ghost: true,
    }))

/** The tools with which something can be put on a square, by their colors. */
export function colorsFor(view: View, square: string): string[] {
  const colors = new Set<string>()
  for (const way of view.ways) {
    const tool = way.steps[0]
    if (tool?.[1] === '1' && way.steps[1] === square) {
      colors.add(tool[0] ?? '')
    }
  }
  return [...colors]
}
