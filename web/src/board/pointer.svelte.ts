// Mouse and touch on a board: taps, and dragging a piece to its next square.

import type { Entry } from './entry'
import type { Hand } from './hand.svelte'

/** What the pointer needs to know about the board. */
export interface Ground {
  /** The square seen at a point of the window, if any. */
  under: (x: number, y: number) => string | undefined
  /** How many units of the drawing one pixel is. */
  scale: () => number
  /** Where turns are entered, and what handles taps instead. */
  hand: Hand | undefined
  entry: Entry
  ontap: ((square: string) => void) | undefined
  tap: (square: string) => void
  point: (square: string | undefined) => void
}

interface Press {
  square: string
  /** Whether a piece was picked up, and whether that was a step. */
  lifted: boolean
  fresh: boolean
  x: number
  y: number
}

/** How far a piece must be dragged before it is drawn under the pointer, in board units. */
const slack = 15

export class Pointer {
  #ground: Ground
  #press: Press | undefined = $state.raw()
  /** How far the pointer is from where it was pressed. */
  drag = $state.raw({ x: 0, y: 0 })

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /** The square of the piece being dragged. */
  get held(): string | undefined {
    const moved = Math.hypot(this.drag.x, this.drag.y) > slack
    return this.#press?.lifted && moved ? this.#press.square : undefined
  }

  #under(event: PointerEvent): string | undefined {
    return this.#ground.under(event.clientX, event.clientY)
  }

  down = (event: PointerEvent) => {
    const square = this.#under(event)
    const { hand, entry, ontap, tap } = this.#ground
    if (event.button !== 0 || square === undefined || (!hand && !ontap)) {
      return
    }
    const drags = hand !== undefined && !ontap && entry.tool === undefined
    const fresh = drags && entry.picked !== square && entry.tap(square)[0].picked === square
    const lifted = drags && (fresh || square === entry.picked || square === entry.arrived)
    this.drag = { x: 0, y: 0 }
    this.#press = { square, lifted, fresh, x: event.clientX, y: event.clientY }
    if (fresh) {
      tap(square)
    }
  }

  move = (event: PointerEvent) => {
    const { point, scale } = this.#ground
    point(this.#under(event))
    if (this.#press) {
      this.drag = {
        x: (event.clientX - this.#press.x) * scale(),
        y: (event.clientY - this.#press.y) * scale(),
      }
    }
  }

  up = (event: PointerEvent) => {
    const began = this.#press
    this.#press = undefined
    const { hand, entry, ontap, tap, point } = this.#ground
    const square = this.#under(event)
    if (event.pointerType !== 'mouse') {
      point(undefined) // a lifted finger points at nothing
    }
    if (!began || square === undefined) {
      return
    }
    if (square === began.square) {
      if (!began.fresh) {
        tap(square)
      }
    } else if (began.lifted) {
      hand?.drop(square)
    } else if (entry.tool !== undefined && !ontap) {
      hand?.lay(began.square, square)
    }
  }

  cancel = () => {
    this.#press = undefined
  }

  leave = () => {
    this.cancel()
    this.#ground.point(undefined)
  }
}
