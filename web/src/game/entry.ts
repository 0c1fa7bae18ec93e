// How a turn is entered step by step. Which steps there are comes from the engine; what is known of
// it is loaded before it is needed, so that taps are answered at once.

import type { Entered, Option } from '../engine/protocol'

/** What a tap did. */
export type Tapped = { done: string } | 'step' | 'back' | 'nothing'

/** A tool is chosen beside the board, such as "Y2", a yellow block on two squares. */
export const isTool = (step: string) => /^[A-Z]/.test(step)

/** What the engine has said of the steps taken, by their names joined. */
export type Answers = ReadonlyMap<string, Entered>

export const newAnswers = () => new Map<string, Entered>()

/** Steps as the engine knows them: a tool without its size. */
export const wireSteps = (steps: readonly string[]) =>
  steps.map((step) => (isTool(step) ? step.charAt(0) : step))

export const keyOf = (steps: readonly string[]) => wireSteps(steps).join(' ')

/** The part of a turn that has been entered. It is a value: methods return the next one. */
export class Entry {
  readonly answers: Answers
  readonly steps: readonly string[]
  /** Text of the position in which the turn is made: what is drawn may already be another. */
  readonly position: string

  constructor(answers: Answers = new Map(), steps: readonly string[] = [], position = '') {
    this.answers = answers
    this.steps = steps
    this.position = position
  }

  /** The squares that can come next, with what each would do. */
  get options(): Option[] {
    const options = this.answers.get(keyOf(this.steps))?.options ?? []
    switch (this.tool?.charAt(1)) {
      case '1':
        return this.squares.length === 0 ? options.filter((o) => o.move !== undefined) : []
      case '2':
        return this.squares.length === 0 ? options.filter((o) => o.more) : options
      default:
        return options.filter((o) => !isTool(o.step))
    }
  }

  /** The squares that can come next. */
  get next(): Set<string> {
    return new Set(this.options.map((o) => o.step))
  }

  /** The squares that a turn can begin with. */
  get first(): Set<string> {
    return this.withSteps().next
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

  /** The squares entered, without the tool. */
  get squares(): readonly string[] {
    return this.tool === undefined ? this.steps : this.steps.slice(1)
  }

  withSteps(...steps: string[]): Entry {
    return new Entry(this.answers, steps, this.position)
  }

  /** The entry with a tool in hand, or empty where that tool has no moves. */
  withTool(tool: string | undefined): Entry {
    return tool !== undefined && this.tools.has(tool) ? this.withSteps(tool) : this.withSteps()
  }

  /**
   * Taps a square: it is the next step, or begins the turn anew with another
   * piece, or else takes back the last step.
   */
  tap(square: string): [Entry, Tapped] {
    const option = this.options.find((o) => o.step === square)
    if (option) {
      const entry = this.withSteps(...this.steps, square)
      const last = !option.more || this.tool?.charAt(1) === '1'
      return [entry, option.move !== undefined && last ? { done: option.move } : 'step']
    }
    if (this.squares.length === 0) {
      return [this, 'nothing']
    }
    if (this.squares[0] !== square && this.tool === undefined && this.first.has(square)) {
      return [this.withSteps(square), 'step']
    }
    return [this.back(), 'back']
  }

  /** Takes back the last step; a tool stays in hand. */
  back(): Entry {
    return this.squares.length > 0 ? this.withSteps(...this.steps.slice(0, -1)) : this
  }
}
