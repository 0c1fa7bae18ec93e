// How a turn is entered step by step. Which steps there are comes from the engine; what is known of
// it is loaded before it is needed, so that taps are answered at once.

import type { Cell, Entered, Option, View } from '../engine/protocol'
import { isAllied } from '../engine/seats'
import { cellOn } from './square'

/** What a tap did. */
export type Tapped = { done: string } | 'step' | 'back' | 'nothing'

/**
 * How a tap is meant where it can be meant in several ways: plainly, to put something down before
 * any piece goes, to go on with the piece that has just gone, or with the letter that follows.
 */
export type Way = '' | 'first' | 'on' | (string & {})

/** A tool is chosen beside the board, such as "Y2", a yellow block on two squares. */
export const isTool = (step: string) => /^[A-Z]/.test(step)

/** What the engine has said of the steps taken, by their names joined. */
export type Answers = ReadonlyMap<string, Entered>

export const newAnswers = () => new Map<string, Entered>()

/** Steps as the engine knows them: a tool without its size. */
export const wireSteps = (steps: readonly string[]) =>
  steps.map((step) => (isTool(step) ? step.charAt(0) : step))

export const keyOf = (steps: readonly string[]) => wireSteps(steps).join(' ')

/** The square that a step is about, without the dash of a piece that goes on. */
export const squareOf = (step: string) => step.replace(/^-/, '')

/** The part of a turn that has been entered. It is a value: methods return the next one. */
export class Entry {
  readonly answers: Answers
  readonly steps: readonly string[]
  /** The position in which the turn is made: what is drawn may already be another. */
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

  /** What is known of the steps taken. */
  get #answer(): Entered | undefined {
    return this.answers.get(keyOf(this.steps))
  }

  /** The way in which an option is meant. */
  #wayOf({ step }: Option): Way {
    if (step.startsWith('-')) {
      return 'on'
    }
    return this.steps.length === 0 && this.own.size > 0 && !this.own.has(step) ? 'first' : ''
  }

  /** The squares of all ways. */
  get #squares(): Option[] {
    const options = (this.#answer?.options ?? []).filter((o) => !isTool(o.step))
    // A piece in hand is not put where another one stands: that one is taken up in its place.
    return this.picked === undefined ? options : options.filter((o) => !this.#isOwn(o.step))
  }

  /** The ways in which the next tap can be meant. */
  get ways(): Way[] {
    const squares = this.#squares
    const letters = squares.flatMap((o) => Object.keys(o.letters ?? {}))
    return [...new Set([...squares.map((o) => this.#wayOf(o)), ...letters])]
  }

  /** The one in which it is meant. */
  get way(): Way {
    const { ways } = this
    return ways.includes(this.#way) ? this.#way : ways.includes('') ? '' : (ways[0] ?? '')
  }

  /** The squares that can come next, with what each would do. */
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

  /** The squares that a turn can begin with. */
  get first(): Set<string> {
    return this.withSteps().next
  }

  /** The move that the steps make up, though they could go on. */
  get move(): string | undefined {
    return this.tool === undefined && !this.#answer?.complete ? this.#answer?.move : undefined
  }

  /** What stands where with the steps taken, as far as that is known. */
  get cells(): readonly Cell[] {
    for (let n = this.steps.length; n > 0 && this.tool === undefined; n--) {
      const known = this.answers.get(keyOf(this.steps.slice(0, n)))?.cells
      if (known) {
        return known
      }
    }
    return this.view?.cells ?? []
  }

  /** What stands on a square with the steps taken. */
  at(square: string): Cell | undefined {
    return this.view && cellOn({ ...this.view, cells: this.cells }, square)
  }

  #isOwn(square: string): boolean {
    const owner = this.at(squareOf(square))?.owner ?? -1
    return this.view !== undefined && owner >= 0 && isAllied(this.view, owner, this.view.turn)
  }

  /** The squares of the pieces that can be taken up now. */
  get own(): Set<string> {
    const steps = this.#answer?.options.map((o) => o.step) ?? []
    return new Set(steps.filter((step) => !isTool(step) && this.#isOwn(step)))
  }

  /** The square of the piece in hand: it has been taken up and has not gone anywhere. */
  get picked(): string | undefined {
    const last = this.squares.at(-1)
    return last !== undefined && this.back().own.has(last) ? last : undefined
  }

  /** The square of the piece that has gone there with the last step. */
  get arrived(): string | undefined {
    const last = this.squares.at(-1)
    return last !== undefined && last !== this.picked && this.#isOwn(last) ? last : undefined
  }

  /** The letters of the tools there are. */
  get letters(): string[] {
    const steps = this.answers.get('')?.options.map((o) => o.step) ?? []
    return steps.filter(isTool)
  }

  /** The tools there are: a letter, and the number of squares it is for. */
  get tools(): Set<string> {
    return new Set(
      this.letters.flatMap((letter) =>
        ['1', '2'].filter((n) => this.withSteps(letter + n).next.size > 0).map((n) => letter + n),
      ),
    )
  }

  /** The letters of the tools with which something can be put on a square alone. */
  lettersFor(square: string): string[] {
    return this.letters.filter((letter) => this.withSteps(letter + '1').next.has(square))
  }

  /** The one in hand. */
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

  /** The entry with a tool in hand, or empty where that tool has no moves. */
  withTool(tool: string | undefined): Entry {
    return tool !== undefined && this.tools.has(tool) ? this.withSteps(tool) : this.withSteps()
  }

  /** The entry in which the next tap is meant in a way, if it can be. */
  withWay(way: Way): Entry {
    return new Entry(this.answers, this.steps, this.view, way)
  }

  /**
   * Taps a square: it is the next step, or takes up another piece in place of the last one, or else
   * takes back the last step.
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

  /** The turn up to where another piece can be taken up in place of the last one. */
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
