// The hand that moves: the turn being entered on a board.

import type { View } from '../engine/protocol'
import { Entry } from '../game/entry'

export class Hand {
  entry = $state.raw(new Entry([]))
  /** A whole move that waits to be confirmed. */
  pending: string | undefined = $state()
  #tool: string | undefined
  #confirm: () => boolean
  #move: (move: string) => void

  /** confirm says whether moves are to be confirmed; move gets each that is entered. */
  constructor(confirm: () => boolean, move: (move: string) => void) {
    this.#confirm = confirm
    this.#move = move
  }

  /** Begins a turn in a position; without one, nothing can be entered. */
  begin(view: View | undefined) {
    this.pending = undefined
    const entry = new Entry(view?.ways ?? [])
    const tool = entry.tools.has(this.#tool ?? '') ? this.#tool : [...entry.tools][0]
    this.entry = entry.withTool(tool)
  }

  take(tool: string) {
    this.#tool = tool
    this.pending = undefined
    this.entry = this.entry.withTool(tool)
  }

  tap(square: string) {
    if (this.pending !== undefined) {
      this.back()
      return
    }
    const [entry, tapped] = this.entry.tap(square)
    this.entry = entry
    if (typeof tapped !== 'object') {
      return
    }
    if (this.#confirm()) {
      this.pending = tapped.done
    } else {
      this.#move(tapped.done)
    }
  }

  /** Takes back the last step. */
  back() {
    this.pending = undefined
    this.entry = this.entry.back()
  }

  confirm() {
    const move = this.pending
    this.pending = undefined
    if (move !== undefined) {
      this.#move(move)
    }
  }

  /** Lays a block on two squares by dragging, whatever the size in hand. */
  lay(from: string, to: string) {
    const tool = this.entry.tool
    const long = tool && `${tool.charAt(0)}2`
    if (!long || !this.entry.tools.has(long)) {
      return
    }
    const [, tapped] = this.entry.withTool(long).tap(from)[0].tap(to)
    if (typeof tapped === 'object') {
      this.entry = this.entry.withTool(long)
      this.tap(from)
      this.tap(to)
    }
  }
}
