// The pen that draws arrows and circles on a board: with the right mouse button, with any pointer in
// drawing mode, or by pressing A on one square and then on another.

import { drawn, type PenColor, type Shape } from './notes'

export class Pen {
  /** Whether any pointer draws. */
  on = $state(false)
  color: PenColor = $state('G')
  /** The shape being drawn. */
  draft: Shape | undefined = $state.raw()
  /** The square on which a drawing with the keyboard started. */
  begun: string | undefined = $state()
  readonly #shapes: () => readonly string[]
  readonly #keep: (shapes: string[]) => void

  constructor(shapes: () => readonly string[], keep: (shapes: string[]) => void) {
    this.#shapes = shapes
    this.#keep = keep
  }

  get shapes(): readonly string[] {
    return this.#shapes()
  }

  /** Shift draws in red, Alt in blue, both in yellow; otherwise in the chosen color. */
  #colorBy({ shiftKey, altKey }: { shiftKey: boolean; altKey: boolean }): PenColor {
    return shiftKey && altKey ? 'Y' : shiftKey ? 'R' : altKey ? 'B' : this.color
  }

  /** Handles a pointer going down on a square; reports whether it draws. */
  down(event: PointerEvent, square: string | undefined): boolean {
    const draws = event.button === 2 || (this.on && event.button === 0)
    this.draft =
      draws && square !== undefined
        ? { color: this.#colorBy(event), from: square, to: square }
        : undefined
    return draws
  }

  move(square: string | undefined) {
    if (this.draft && square !== undefined && square !== this.draft.to) {
      this.draft = { ...this.draft, to: square }
    }
  }

  up() {
    const shape = this.draft
    this.draft = undefined
    if (shape) {
      this.#keep(drawn(this.#shapes(), shape))
    }
  }

  cancel() {
    this.draft = undefined
  }

  /** Handles a key on a square; reports whether it draws. */
  key(event: KeyboardEvent, square: string): boolean {
    if (event.key === 'Escape' && this.begun !== undefined) {
      this.begun = undefined
      return true
    }
    // On some keyboards, Alt changes the character.
    const isPen = event.key.toLowerCase() === 'a' || (event.altKey && event.code === 'KeyA')
    if (!isPen || event.ctrlKey || event.metaKey) {
      return false
    }
    if (this.begun === undefined) {
      this.begun = square
    } else {
      const shape = { color: this.#colorBy(event), from: this.begun, to: square }
      this.begun = undefined
      this.#keep(drawn(this.#shapes(), shape))
    }
    return true
  }

  clear() {
    this.#keep([])
  }
}
