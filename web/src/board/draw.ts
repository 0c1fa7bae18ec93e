// What a board shows, worked out from a view and the turn being entered.

import type { Cell, View } from '../engine/protocol'
import type { Entry } from '../game/entry'
import { lookOf } from '../looks'
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

/** What stands on a square of a view. */
export const cellOn = (view: View, square: string): Cell | undefined =>
  cellAt(view, placeOf(square))

const blockKinds = new Set(['red', 'yellow', 'blue'])

const isBlock = (cell: Cell) => cell.kind !== undefined && blockKinds.has(cell.kind)

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
      if (cell?.kind === undefined || isBlock(cell)) {
        continue
      }
      const name = nameOf({ file, rank })
      if (name === landed && name !== left) {
        continue // taken by the piece that has landed
      }
      const moved = name === left && landed !== undefined
      const square = moved ? landed : name
      const came = moved ? left : name === to ? from : undefined
      pieces.push({
        key: `${square}${cell.piece ?? ''}`,
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

/** Whether a piece stands on a square, which the one that moves would take. */
export const isTaken = (view: View, entry: Entry, square: string): boolean =>
  square !== entry.squares[0] && cellOn(view, square)?.kind !== undefined

/** Whether a turn puts pieces on the board: it begins on an empty square. */
export function isPlacing(view: View, entry: Entry): boolean {
  const [first] = entry.tool === undefined ? entry.first : []
  return first !== undefined && cellOn(view, first)?.kind === undefined
}

/** Pieces that are being placed: those that are drawn beside the name of the player. */
function placed(view: View, entry: Entry): DrawnPiece[] {
  const cell = lookOf(view.game).seats[view.turn]
  if (!cell || !isPlacing(view, entry)) {
    return []
  }
  return entry.squares.map((square) => ({
    key: `${square}${cell.piece ?? ''}`,
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
