// What is visible on a board in 3D, in painting order: nearer things later, and marks above
// everything that stands there.

import type { Cell } from '../generated/protocol'
import { marksOf } from '../looks/movetext'
import { seatColor } from '../looks/seats'
import { cellOn, nameOf, placeAt, placeOf, placesOf, type Place } from '../looks/square'
import { groundOf, nearness, plate, project, shadow, type Camera, type Point } from './camera'
import {
  isPutting,
  optionPaint,
  seatsAt,
  showsNext,
  storeysOf,
  type DrawnPiece,
  type Scene,
} from './draw'
import type { Entry } from './entry'
import { edgeOf, groundPaint, islandOf, namesOf } from './island'
import type { Group, Paint, Shape } from './paint'
import { storeyHalf } from './tilt'
import { dome, heightOf, storeyOf } from './tower'

/** What is on a board, however it is rotated. */
export interface Sight {
  /** The cells after the steps taken so far. */
  scene: Scene
  /** The cells before the turn being entered. */
  before: readonly Cell[]
  pieces: readonly DrawnPiece[]
  /** Paints a piece around its feet. */
  figure: (cell: Cell) => readonly Paint[]
  /** The colors of light and dark squares. */
  squares: readonly [string, string]
  /** Whether to show the names of files and ranks. */
  named: boolean
  marks: Marks
}

/** The colors of the squares of the last move: where a piece was and is, and what it has put. */
export const lastTint = '#a9b714'
export const putTint = '#2f9c97'

/** Marks on the squares. */
export interface Marks {
  last: string | undefined
  entry: Entry
  /** The squares that can come next. */
  next: ReadonlySet<string>
  /** Who can go to each square, one character per square; "" if not shown. */
  mobility: string
  seats: number
}

/** Something on a board. */
export interface Thing extends Group {
  /** Stays the same for the same thing. */
  key: string
  /** The square that is meant by a tap on it. */
  on?: string
  /** A piece, which hops to its next square, or a part of a tower, which settles on it. */
  is?: 'piece' | 'part'
  /** Whether the turn being entered has built it. */
  fresh?: boolean
}

/** The levels on a square without a dome: the height at which a worker stands there. */
export const levelsOn = (scene: Scene, place: Place) =>
  storeysOf(cellOn(scene, nameOf(place)) ?? { owner: 0 })

const isDomed = (scene: Scene, place: Place) => cellOn(scene, nameOf(place))?.level === 4

/** Where a worker stands on a square. */
export const spotOn = (camera: Camera, scene: Scene, place: Place): Point =>
  project(camera, groundOf(camera, place), levelsOn(scene, place))

const squareColor = ({ squares }: Pick<Sight, 'squares'>, { file, rank }: Place) =>
  squares[(file + rank + 1) % 2] ?? squares[0]

/** The shadows of all towers, which do not darken where they overlap. */
function shadowsOf(camera: Camera, scene: Scene, places: readonly Place[]): Shape {
  const heightOn = (place: Place) => levelsOn(scene, place) + Number(isDomed(scene, place))
  const high = places.filter((place) => heightOn(place) > 0)
  return {
    name: 'cast',
    outline: high.map((place) =>
      shadow(camera, groundOf(camera, place), storeyHalf(1), heightOn(place)),
    ),
    fill: '#2a2b1a',
    opacity: 0.2,
  }
}

/** The outline of a flat circle. */
const oval = ({ x, y }: Point, across: number, deep: number): Point[] =>
  Array.from({ length: 24 }, (_, i) => {
    const angle = (i * Math.PI) / 12
    return { x: x + across * Math.cos(angle), y: y + deep * Math.sin(angle) }
  })

/** The edge of a roof without its far corner, which a worker may hide. */
function frame(camera: Camera, scene: Scene, place: Place): Point[] {
  const z = levelsOn(scene, place)
  const half = storeyHalf(z)
  const corners = plate(camera, groundOf(camera, place), { x: half.x - 0.03, y: half.y - 0.03 }, z)
  const far = corners.reduce((best, { y }, i) => (y < (corners[best]?.y ?? y) ? i : best), 0)
  const [top, right, near, left] = [0, 1, 2, 3].map((i) => corners[(far + i) % 4])
  if (!top || !right || !near || !left) {
    return []
  }
  const part = (to: Point): Point => ({
    x: top.x + (to.x - top.x) * 0.55,
    y: top.y + (to.y - top.y) * 0.55,
  })
  return [part(right), right, near, left, part(left)]
}

/** Colors the roof of a square, or its ground, if the last move has left, reached or built it. */
function tintsOf(camera: Camera, scene: Scene, place: Place, last?: string): Shape[] {
  const mark =
    last === undefined
      ? undefined
      : marksOf(last).findLast(({ square }) => square === nameOf(place))
  if (!mark) {
    return []
  }
  const z = levelsOn(scene, place)
  const { x, y } = storeyHalf(z)
  return [
    {
      name: mark.put ? 'put' : 'last',
      outline: [plate(camera, groundOf(camera, place), { x: x - 0.02, y: y - 0.02 }, z)],
      fill: mark.put ? putTint : lastTint,
      opacity: 0.55,
    },
  ]
}

/** The marks on the squares, which nothing on the board hides. */
function marksPainted(camera: Camera, scene: Scene, marks: Marks): Paint[] {
  const { entry, next, mobility, seats } = marks
  const at = (square: string, x: number, y: number) => {
    const spot = spotOn(camera, scene, placeOf(square))
    return { x: spot.x + x, y: spot.y + y }
  }
  const putting = isPutting(entry)
  return [
    ...entry.squares.map((square) => ({
      name: 'chosen',
      outline: [frame(camera, scene, placeOf(square))],
      open: true,
      line: '#17664a',
      width: 5,
      opacity: 0.9,
    })),
    ...Array.from(mobility).flatMap((who, i) => {
      const square = nameOf(placeAt(scene, i))
      return seatsAt(who, seats).map((seat, n) => ({
        name: 'reach',
        outline: [oval(at(square, 22 * n - 26, 12), 9, 6)],
        fill: seatColor(Number(seat)),
        line: '#1c1a18',
        width: 2,
      }))
    }),
    ...(showsNext(entry) ? [...next] : []).map((square) =>
      entry.at(square)?.kind === undefined
        ? {
            name: putting ? 'option putting' : 'option',
            outline: [oval(at(square, 0, 0), 19, 12.5)],
            ...optionPaint(putting),
            line: '#ffffffb0',
            width: 2,
          }
        : {
            name: 'taken',
            outline: [oval(at(square, 0, 0), 36, 23)],
            line: '#20634a',
            width: 8,
            opacity: 0.85,
          },
    ),
  ]
}

/** A tower, from its first level to its dome or the number of its levels. */
function towerOn(camera: Camera, { scene, before, marks }: Sight, place: Place): Thing[] {
  const on = nameOf(place)
  const middle = groundOf(camera, place)
  const storeys = levelsOn(scene, place)
  const was = cellOn({ files: scene.files, cells: before }, on)?.level ?? 0
  return [
    ...Array.from({ length: storeys }, (_, i): Thing => ({
      key: `${on} ${i + 1}`,
      on,
      is: 'part',
      fresh: i >= was,
      paints: storeyOf(camera, middle, i, i + 1 < storeys),
    })),
    { key: `${on} tints`, on, paints: tintsOf(camera, scene, place, marks.last) },
    isDomed(scene, place)
      ? {
          key: `${on} dome`,
          on,
          is: 'part',
          fresh: was < 4,
          at: project(camera, middle, storeys),
          paints: dome,
        }
      : { key: `${on} height`, on, paints: storeys > 0 ? [heightOf(camera, middle, storeys)] : [] },
  ]
}

/** A piece on its square. */
const pieceOn = (
  camera: Camera,
  { scene, figure }: Sight,
  { id, place, cell }: DrawnPiece,
): Thing => ({
  key: `piece ${id}`,
  on: nameOf(place),
  is: 'piece',
  at: spotOn(camera, scene, place),
  paints: figure(cell),
})

/** Everything visible on a board, from the island to the marks. */
export function sightOf(camera: Camera, sight: Sight): Thing[] {
  const { scene, named, marks } = sight
  const standing: { place: Place; near: number; piece?: DrawnPiece }[] = [
    ...placesOf(scene).map((place) => ({ place, near: nearness(camera, place) })),
    ...sight.pieces.map((piece) => {
      const { place } = piece
      return { place, near: nearness(camera, place) + 0.01, piece }
    }),
  ].sort((a, b) => a.near - b.near)
  const places = standing.flatMap(({ place, piece }) => (piece ? [] : [place]))
  return [
    { key: 'island', paints: [...islandOf(camera), ...(named ? namesOf(camera) : [])] },
    ...places.map((place) => ({
      key: `${nameOf(place)} ground`,
      on: nameOf(place),
      paints: [groundPaint(camera, place, squareColor(sight, place))],
    })),
    { key: 'shadows', paints: [shadowsOf(camera, scene, places)], edge: edgeOf(camera) },
    ...standing.flatMap(({ place, piece }) =>
      piece ? [pieceOn(camera, sight, piece)] : towerOn(camera, sight, place),
    ),
    { key: 'marks', paints: marksPainted(camera, scene, marks) },
  ]
}
