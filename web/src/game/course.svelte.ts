// The course of a game: its positions, those taken back, and the one being viewed.

import type { Station, View } from '../generated/protocol'

/** A position of the game, with the clocks when it was reached. */
export interface Stop extends Station {
  left?: readonly number[]
}

/** The position that a move has led to. */
export const stopOf = ({ position, turn, winners }: View, move: string): Stop => ({
  move,
  position,
  turn,
  winners,
})

export class Course {
  /** The start first. */
  stops: Stop[] = $state.raw([])
  /** What was taken back, the next one last. */
  undone: Stop[] = $state.raw([])
  /** The position being viewed, by its number of moves. */
  at = $state(0)

  get last(): Stop | undefined {
    return this.stops.at(-1)
  }
  get moves(): string[] {
    return this.stops.flatMap((stop) => stop.move ?? [])
  }
  get turn(): number {
    return this.last?.turn ?? 0
  }
  get atEnd(): boolean {
    return this.at === this.stops.length - 1
  }

  begin(stops: Stop[]) {
    this.stops = stops
    this.undone = []
    this.at = stops.length - 1
  }

  /** Continues with a move. Drops other moves that were taken back. */
  add(stop: Stop) {
    this.undone = this.undone.at(-1)?.move === stop.move ? this.undone.slice(0, -1) : []
    this.stops = [...this.stops, stop]
    this.at = this.stops.length - 1
  }

  /** Takes back a move, and earlier ones until it is the turn of a wanted seat. */
  undo(wanted: (seat: number) => boolean) {
    this.#shift(this.stops, this.undone, 1, wanted)
  }

  /** Redoes moves up to the turn of a wanted seat. */
  redo(wanted: (seat: number) => boolean) {
    this.#shift(this.undone, this.stops, 0, wanted)
  }

  /** Moves positions from one list to the other, leaving at least that many in the first. */
  #shift(from: Stop[], to: Stop[], least: number, wanted: (seat: number) => boolean) {
    const [source, target] = [[...from], [...to]]
    const stops = from === this.stops ? source : target
    while (source.length > least) {
      target.push(source.pop() as Stop)
      if (wanted(stops.at(-1)?.turn ?? 0)) {
        break
      }
    }
    this.stops = stops
    this.undone = stops === source ? target : source
    this.at = stops.length - 1
  }
}
