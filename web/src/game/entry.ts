// How a turn is entered step by step. Which steps there are comes from the
// engine: a turn is one of the ways in a View.

import type { Way } from '../engine/protocol'

/** What a tap did. */
export type Tapped = { done: string } | 'step' | 'back' | 'nothing'

/** A tool is chosen beside the board, such as "Y2", a yellow block on two squares. */
export const isTool = (step: string) => /^[A-Z]/.test(step)

/** The part of a turn that has been entered. It is a value: methods return the next one. */
export class Entry {
  readonly ways: readonly Way[]
  readonly steps: readonly string[]

  constructor(ways: readonly Way[], steps: readonly string[] = []) {
    this.ways = ways
    this.steps = steps
  }

  /** The ways that begin with the steps entered. */
  get left(): Way[] {
    return this.ways.filter((w) => this.steps.every((s, i) => w.steps[i] === s))
  }

  /** The steps that can come next. */
  get next(): Set<string> {
    const at = this.steps.length
    return new Set(this.left.flatMap((w) => w.steps[at] ?? []))
  }

  /** The tools there are, and the one in hand. */
  get tools(): Set<string> {
    return new Set(this.ways.flatMap((w) => (w.steps[0] && isTool(w.steps[0]) ? w.steps[0] : [])))
  }

  get tool(): string | undefined {
    const first = this.steps[0]
    return first !== undefined && isTool(first) ? first : undefined
  }

  /** The squares entered, without the tool. */
  get squares(): readonly string[] {
    return this.tool === undefined ? this.steps : this.steps.slice(1)
  }

  /** The entry with a tool in hand, or empty where that tool has no moves. */
  withTool(tool: string | undefined): Entry {
    return tool !== undefined && this.tools.has(tool)
      ? new Entry(this.ways, [tool])
      : new Entry(this.ways)
  }

  /**
   * Taps a square: it is the next step, or begins the turn anew with another
   * piece, or else takes back the last step.
   */
  tap(square: string): [Entry, Tapped] {
    if (this.next.has(square)) {
      const entry = new Entry(this.ways, [...this.steps, square])
      const way = entry.left[0]
      return entry.left.length === 1 && way && way.steps.length === entry.steps.length
        ? [entry, { done: way.move }]
        : [entry, 'step']
    }
    if (this.squares.length === 0) {
      return [this, 'nothing']
    }
    const other = new Entry(this.ways)
    if (this.squares[0] !== square && this.tool === undefined && other.next.has(square)) {
      return [new Entry(this.ways, [square]), 'step']
    }
    return [this.back(), 'back']
  }

  /** Takes back the last step; a tool stays in hand. */
  back(): Entry {
    return this.squares.length > 0 ? new Entry(this.ways, this.steps.slice(0, -1)) : this
  }
}
