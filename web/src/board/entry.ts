// Entering a turn step by step. The engine knows the possible steps; its answers are loaded before
// they are needed, so that taps respond at once.

import { isAllied } from '../engine/seats'
import type { Cell, Entered, Option, View } from '../generated/protocol'
import { cellOn } from '../looks/square'

/** The effect of a tap. */
export type Tapped = { done: string } | 'step' | 'back' | 'nothing'

/**
 * How a tap is meant if it can mean several things: plainly, to put something down before any piece
 * moves, to continue with the piece that just moved, or with the letter that follows.
 */
export type Way = '' | 'first' | 'on' | (string & {})

/** A tool is chosen beside the board, such as "Y2", a yellow block on two squares. */
export const isTool = (step: string) => /^[A-Z]/.test(step)

/** The engine's answers about steps taken, by their joined names. */
export type Answers = ReadonlyMap<string, Entered>

export const newAnswers = () => new Map<string, Entered>()

/** Steps as the engine knows them: a tool without its size. */
export const wireSteps = (steps: readonly string[]) =>
  steps.map((step) => (isTool(step) ? step.charAt(0) : step))

export const keyOf = (steps: readonly string[]) => wireSteps(steps).join(' ')

/** A step's square, without the dash for a piece that continues. */
export const squareOf = (step: string) => step.replace(/^-/, '')

/** The part of a turn that has been entered. It is a value: methods return the next one. */
export class Entry {
  readonly answers: Answers
  readonly steps: readonly string[]
  /** The position in which the turn is made; the board may already show another one. */
  readonly view: View | undefined
  readonly #way: Way

  constructor(
    answers: Answers = new Map(),
    steps: readonly string[] = [],
    view?: View,
    way: Way = '',
  ) {
    this.answers = answers
    this.steps = steps
    this.view = view
    this.#way = way
  }

  get position(): string {
    return this.view?.position ?? ''
  }

  /** What is known about the steps taken. */
  get #answer(): Entered | undefined {
    return this.answers.get(keyOf(this.steps))
  }

  /** How a tap for an option is meant. */
  #wayOf({ step }: Option): Way {
    if (step.startsWith('-')) {
      return 'on'
    }
    return this.steps.length === 0 && this.own.size > 0 && !this.own.has(step) ? 'first' : ''
  }

  /** The squares for all meanings of a tap. */
  get #squares(): Option[] {
    const options = (this.#answer?.options ?? []).filter((o) => !isTool(o.step))
    // A piece in hand is not put on another piece: that one is picked up instead.
    return this.picked === undefined ? options : options.filter((o) => !this.#isOwn(o.step))
  }

  /** How the next tap can be meant, in the same order from step to step. */
  get ways(): Way[] {
    const squares = this.#squares
    const letters = squares.flatMap((o) => Object.keys(o.letters ?? {}))
    return [...new Set([...squares.map((o) => this.#wayOf(o)), ...letters])].sort()
  }

  /** How the next tap is meant. */
  get way(): Way {
    const { ways } = this
    return ways.includes(this.#way) ? this.#way : ways.includes('') ? '' : (ways[0] ?? '')
  }

  /** The squares that can come next, with the effect of each. */
  get options(): Option[] {
    const options = this.#answer?.options ?? []
    switch (this.tool?.charAt(1)) {
      case '1':
        return this.squares.length === 0 ? options.filter((o) => o.move !== undefined) : []
      case '2':
        return this.squares.length === 0 ? options.filter((o) => o.more) : options
    }
    const { way } = this
    return this.#squares.filter((o) =>
      isTool(way) ? o.letters?.[way] !== undefined : this.#wayOf(o) === way,
    )
  }

  /** The squares that can come next. */
  get next(): Set<string> {
    return new Set(this.options.map((o) => squareOf(o.step)))
  }

  /** The squares that can start a turn. */
  get first(): Set<string> {
    return this.withSteps().next
  }

  /** The move that the steps make up, although they could continue. */
  get move(): string | undefined {
    return this.tool === undefined && !this.#answer?.complete ? this.#answer?.move : undefined
  }

  /** The cells after the steps taken, if known. */
  get cells(): readonly Cell[] {
    for (let n = this.steps.length; n > 0 && this.tool === undefined; n--) {
      const known = this.answers.get(keyOf(this.steps.slice(0, n)))?.cells
      if (known) {
        return known
      }
    }
    return this.view?.cells ?? []
  }

  /** The cell of a square after the steps taken. */
  at(square: string): Cell | undefined {
    return this.view && cellOn({ ...this.view, cells: this.cells }, square)
  }

  #isOwn(square: string): boolean {
    const owner = this.at(squareOf(square))?.owner ?? -1
    return this.view !== undefined && owner >= 0 && isAllied(this.view, owner, this.view.turn)
  }

  /** The squares of the pieces that can be picked up now. */
  get own(): Set<string> {
    const steps = this.#answer?.options.map((o) => o.step) ?? []
    return new Set(steps.filter((step) => !isTool(step) && this.#isOwn(step)))
  }

  /** The square of the piece in hand, which has been picked up and not moved yet. */
  get picked(): string | undefined {
    const last = this.squares.at(-1)
    return last !== undefined && this.back().own.has(last) ? last : undefined
  }

  /** The square of the piece that moved with the last step. */
  get arrived(): string | undefined {
    const last = this.squares.at(-1)
    return last !== undefined && last !== this.picked && this.#isOwn(last) ? last : undefined
  }

  /** The letters of the available tools. */
  get letters(): string[] {
    const steps = this.answers.get('')?.options.map((o) => o.step) ?? []
    return steps.filter(isTool)
  }

  /** The available tools: a letter, and the number of squares it covers. */
  get tools(): Set<string> {
    return new Set(
      this.letters.flatMap((letter) =>
        ['1', '2'].filter((n) => this.withSteps(letter + n).next.size > 0).map((n) => letter + n),
      ),
    )
  }

  /** The letters of the tools that fit on a square alone. */
  lettersFor(square: string): string[] {
    return this.letters.filter((letter) => this.withSteps(letter + '1').next.has(square))
  }

  /** The tool in hand. */
  get tool(): string | undefined {
    const first = this.steps[0]
    return first !== undefined && isTool(first) ? first : undefined
  }

  /** The squares entered, without letters. */
  get squares(): readonly string[] {
    return this.steps.filter((step) => !isTool(step)).map(squareOf)
  }

  withSteps(...steps: string[]): Entry {
    return new Entry(this.answers, steps, this.view)
  }

  /** The entry with a tool in hand, or unchanged if that tool has no moves. */
  withTool(tool: string | undefined): Entry {
    return tool !== undefined && this.tools.has(tool) ? this.withSteps(tool) : this.withSteps()
  }

  /** The entry with another meaning for the next tap, if possible. */
  withWay(way: Way): Entry {
    return new Entry(this.answers, this.steps, this.view, way)
  }

  /**
   * Taps a square: takes it as the next step, picks up another piece instead of the last one, or takes
   * back the last step.
   */
  tap(square: string): [Entry, Tapped] {
    const option = this.options.find((o) => squareOf(o.step) === square)
    if (option) {
      return this.#take(option)
    }
    if (this.squares.length === 0) {
      return [this, 'nothing']
    }
    const before = this.#beforePiece(square)
    return before ? [before.withSteps(...before.steps, square), 'step'] : [this.back(), 'back']
  }

  #take(option: Option): [Entry, Tapped] {
    const { way } = this
    const done = isTool(way) ? option.letters?.[way] : option.move
    const letter = isTool(way) ? [way] : []
    const entry = this.withSteps(...this.steps, option.step, ...letter)
    const last = isTool(way) || !option.more || this.tool?.charAt(1) === '1'
    return [entry, done !== undefined && last ? { done } : 'step']
  }

  /** The turn up to where another piece can be picked up instead of the last one. */
  #beforePiece(square: string): Entry | undefined {
    for (let entry = this.back(); this.tool === undefined; entry = entry.back()) {
      const last = this.steps[entry.steps.length]
      if (entry.way === '' && last !== square && entry.own.has(square) && entry.next.has(square)) {
        return entry
      }
      if (entry.steps.length === 0) {
        break
      }
    }
    return undefined
  }

  /** Takes back the last step; a tool stays in hand. */
  back(): Entry {
    const last = this.steps.at(-1) ?? ''
    const taken = this.steps.length > 1 && isTool(last) ? 2 : 1
    return this.squares.length > 0 ? this.withSteps(...this.steps.slice(0, -taken)) : this
  }
}
