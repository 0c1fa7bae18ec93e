// What to draw on a board, from its cells and the turn being entered.

import type { Cell, View } from '../generated/protocol'
import { partsOf } from '../looks/movetext'
import { nameOf, placeAt, placeOf, placesOf, type Place } from '../looks/square'
import type { Entry } from './entry'
import type { Pen } from './pen.svelte'
import type { Pointer } from './pointer.svelte'

/** A cell, and how many levels are under its dome if they are not three. */
type DrawnCell = Cell & { storeys?: number }

/** The cells after the steps taken so far. */
export type Scene = Pick<View, 'files' | 'ranks'> & { cells: readonly DrawnCell[] }

/** What both drawings of a board get. */
export interface BoardProps {
  view: View
  scene: Scene
  pieces: readonly DrawnPiece[]
  entry: Entry
  /** The squares that can come next. */
  next: ReadonlySet<string>
  pointer: Pointer
  /** Seats whose pieces may not move up. */
  barred: ReadonlySet<number>
  /** The move that led here. */
  last: string | undefined
  /** Moves to draw, best first. */
  shown: readonly string[]
  numbered: boolean
  /** The pen, if people can draw on the board. */
  pen?: Pen | undefined
  /** Whether to show whose pieces can go where. */
  mobility: boolean
}

/** The levels of a tower, without the dome. */
export const storeysOf = ({ level = 0, storeys = 3 }: DrawnCell): number =>
  level < 4 ? level : storeys

/**
 * The cells of the turn being entered, or of the position, with the levels under domes: those that
 * this turn has built on, and those that are known.
 */
export const withStoreys = (
  before: Pick<View, 'files' | 'cells'>,
  entered: readonly Cell[],
  known: ReadonlyMap<string, number>,
): DrawnCell[] =>
  entered.map((cell, i) => {
    const level = before.cells[i]?.level ?? 0
    const storeys = level < 4 ? level : known.get(nameOf(placeAt(before, i)))
    return cell.level === 4 && storeys !== undefined ? { ...cell, storeys } : cell
  })

export interface DrawnPiece {
  /** Stays the same for a piece that has moved. */
  id: number
  place: Place
  cell: Cell
}

export interface DrawnBlock {
  key: string
  color: string
  /** The squares it covers: one, or two that share a side. */
  places: Place[]
  ghost: boolean
}

const blockKinds = new Set(['red', 'yellow', 'blue'])

const isBlock = (cell: Cell) => cell.kind !== undefined && blockKinds.has(cell.kind)

/**
 * The pieces of a board. Pieces drawn before keep their IDs: those that stay, and those that have
 * moved, matched to the nearest of their kind. Pieces without an owner never move.
 */
export function piecesOf(scene: Scene, before: readonly DrawnPiece[]): DrawnPiece[] {
  const pieces: DrawnPiece[] = placesOf(scene).flatMap((place, i) => {
    const cell = scene.cells[i]
    return cell?.kind === undefined || isBlock(cell) ? [] : { id: -1, place, cell }
  })
  const left = new Set(before)
  const keep = (piece: DrawnPiece, old: DrawnPiece | undefined) => {
    if (old && left.delete(old)) {
      piece.id = old.id
    }
  }
  const isSame = (a: DrawnPiece, b: DrawnPiece) => a.cell.piece === b.cell.piece
  for (const piece of pieces) {
    keep(
      piece,
      before.find((old) => isSame(old, piece) && distance(old.place, piece.place) === 0),
    )
  }
  let last = Math.max(-1, ...before.map(({ id }) => id))
  for (const piece of pieces.filter(({ id }) => id < 0)) {
    const near = [...left]
      .filter((old) => isSame(old, piece) && piece.cell.owner >= 0)
      .sort((a, b) => distance(a.place, piece.place) - distance(b.place, piece.place))
    keep(piece, near[0])
    piece.id = piece.id < 0 ? ++last : piece.id
  }
  return pieces.sort((a, b) => a.id - b.id)
}

const distance = (a: Place, b: Place) => Math.hypot(a.file - b.file, a.rank - b.rank)

/** The seats that a cell's character stands for: a seat, - for nobody, = for several. */
export const seatsAt = (character: string, seats: number): string[] =>
  character === '-' ? [] : character !== '=' ? [character] : seats === 2 ? ['0', '1'] : ['several']

/** Whether the turn places pieces, so that none can be picked up. */
export function isPlacing(entry: Entry): boolean {
  const start = entry.withSteps()
  return start.next.size > 0 && start.own.size === 0 && entry.tools.size === 0
}

/** Whether to show the squares that can come next: not all pieces that could be picked up. */
export const showsNext = (entry: Entry): boolean =>
  entry.steps.length > 0 || entry.way !== '' || isPlacing(entry)

/** Whether the next step puts something on a square rather than moving a piece there. */
export const isPutting = (entry: Entry): boolean => entry.picked === undefined && entry.way !== 'on'

/** The paint of the dots on the squares that can come next. */
export const optionPaint = (putting: boolean) => ({
  fill: putting ? '#8a2c12' : '#17523c',
  opacity: 0.82,
})

/** The blocks of a board; two neighbors of one color are one block. */
export function blocksOf(scene: Scene, entry: Entry): DrawnBlock[] {
  const blocks: DrawnBlock[] = []
  const done = new Set<string>()
  for (const [i, place] of placesOf(scene).entries()) {
    const cell = scene.cells[i]
    if (!cell?.piece || !isBlock(cell) || done.has(nameOf(place))) {
      continue
    }
    const covered = [place]
    for (const next of [
      { file: place.file + 1, rank: place.rank },
      { file: place.file, rank: place.rank + 1 },
    ]) {
      const other = next.file < scene.files && scene.cells[next.file + scene.files * next.rank]
      if (other && other.piece === cell.piece) {
        covered.push(next)
        done.add(nameOf(next))
      }
    }
    blocks.push({
      key: nameOf(place) + cell.piece,
      color: cell.piece,
      places: covered,
      ghost: false,
    })
  }
  const color = entry.tool?.[0]
  if (color && entry.squares.length > 0) {
    blocks.push({ key: 'hand', color, places: entry.squares.map(placeOf), ghost: true })
  }
  return blocks
}

/** Whether a move places a block: it starts with the color. */
export const isBlockMove = (move: string) => /^[A-Z]/.test(move)

/** The blocks of moves that are only displayed. */
export const blocksShown = (moves: readonly string[]): DrawnBlock[] =>
  moves
    .slice(0, 1)
    .filter(isBlockMove)
    .map((move) => ({
      key: 'shown',
      color: move[0] ?? '',
      places: partsOf(move).placed.map(placeOf),
      ghost: true,
    }))
