// A puzzle being solved: its turns, and the refutation of a wrong try.

import { Scope } from '../base/scope'
import { engine } from '../engine/engine'
import type { View } from '../generated/protocol'
import type { Puzzle } from './puzzles'

/** How long the engine searches for a refutation. */
const replyNodes = 60_000

/** How long to wait before a puzzle's reply, in ms, so that the solver sees their own turn first. */
const pause = 450

/** The refutation of a wrong try. */
export interface Refutation {
  tried: string
  /** Undefined while searching, and if the try has ended the game. */
  reply?: string
  /** A possible continuation after the reply. */
  line: string[]
}

export type Phase = 'open' | 'reply' | 'wrong' | 'right' | 'shown'

/** The puzzle: a position, and a line in which each of the solver's turns is the only one to win. */
export type Posed = Pick<Puzzle, 'game' | 'position' | 'line'>

/** Called once per puzzle with the result of the first try and the solver's turns in it. */
type Told<P> = (puzzle: P, solved: boolean, turns: readonly string[]) => Promise<void>

export class Solving<P extends Posed = Puzzle> {
  puzzle: P | undefined = $state.raw()
  view: View | undefined = $state.raw()
  /** The last turn played. */
  last: string | undefined = $state()
  phase: Phase = $state('open')
  /** The last wrong try at this turn, the position before it, and the right move. */
  wrong: { position: string; played: string; better: string } | undefined = $state.raw()
  refutation: Refutation | undefined = $state.raw()
  /** How many turns of the puzzle's line have been played. */
  step = $state(0)
  /** The solver's seat, from 0. */
  seat = $state(0)
  #settled = false
  #before: View | undefined
  /** The current attempt. */
  #attempt: Scope
  #told: Told<P>

  constructor(scope: Scope, told: Told<P>) {
    this.#attempt = new Scope(scope)
    this.#told = told
  }

  get #engine() {
    return engine().within(this.#attempt.signal)
  }

  /** How many turns the solver makes, and which one is next, from 1. */
  get turns() {
    return this.puzzle ? (this.puzzle.line.length + 1) / 2 : 0
  }
  get turn() {
    return Math.min(this.turns, Math.floor(this.step / 2) + 1)
  }

  /** Whether a turn of the puzzle has been tried. */
  get isTried() {
    return this.step > 0 || this.wrong !== undefined || this.phase !== 'open'
  }

  get isOver() {
    return this.phase === 'right' || this.phase === 'shown'
  }

  /** The position in which to enter a turn. */
  get open(): View | undefined {
    return this.phase === 'open' ? this.view : undefined
  }

  async set(puzzle: P) {
    this.#attempt = this.#attempt.next()
    const view = await this.#engine.ask('view', { game: puzzle.game, position: puzzle.position })
    this.puzzle = puzzle
    this.#settled = false
    this.step = 0
    this.seat = view.turn
    this.#pose(view, undefined)
  }

  #pose(view: View, last: string | undefined) {
    if (this.#before !== view) {
      this.wrong = undefined
    }
    this.#before = view
    this.view = view
    this.last = last
    this.refutation = undefined
    this.phase = 'open'
  }

  async answer(text: string) {
    const { puzzle, view, step } = this
    if (!puzzle || !view || this.phase !== 'open') {
      return
    }
    const played = await this.#play(view, text)
    if (this.view !== view) {
      return // another turn came first
    }
    this.view = played.view
    this.last = played.move
    if (played.move === puzzle.line[step]) {
      this.step = step + 1
      const reply = puzzle.line[step + 1]
      await (reply === undefined ? this.#solved() : this.#reply(played.view, reply))
    } else {
      const { position } = view
      this.wrong = { position, played: played.move, better: puzzle.line[step] ?? '' }
      this.phase = 'wrong'
      this.refutation = { tried: played.move, line: [] }
      await Promise.all([this.#result(played.move), this.#refute(played.move, played.view)])
    }
  }

  /** Plays the puzzle's reply to a right turn. */
  async #reply(view: View, reply: string) {
    this.phase = 'reply'
    await this.#attempt.sleep(pause)
    const played = await this.#play(view, reply)
    this.step++
    this.#pose(played.view, played.move)
  }

  /** Plays the engine's reply to a wrong try. */
  async #refute(tried: string, view: View) {
    if (view.winners.length > 0) {
      return
    }
    const { game, position } = view
    const { line } = await this.#engine.search({ game, position, nodes: replyNodes }).result
    const [reply, ...rest] = line
    if (reply !== undefined) {
      const played = await this.#play(view, reply)
      this.refutation = { tried, reply, line: rest }
      this.view = played.view
      this.last = played.move
    }
  }

  /** Goes back to where the wrong turn was tried. */
  again() {
    if (this.#before) {
      this.#attempt = this.#attempt.next()
      this.#pose(this.#before, undefined)
    }
  }

  /** Plays the right turn, for a solver who gives up while it is theirs. */
  async show() {
    const { puzzle, phase } = this
    const move = puzzle?.line[this.step]
    if (puzzle && (phase === 'open' || phase === 'wrong') && move !== undefined && this.#before) {
      this.#attempt = this.#attempt.next()
      const played = await this.#play(this.#before, move)
      this.view = played.view
      this.last = played.move
      this.refutation = undefined
      this.phase = 'shown'
      await this.#result('')
    }
  }

  #solved() {
    this.phase = 'right'
    return this.#result(undefined)
  }

  /** Reports the first try, once: which turn was wrong in it, if any. */
  async #result(wrong: string | undefined) {
    const { puzzle, step } = this
    if (puzzle && !this.#settled) {
      this.#settled = true
      const right = puzzle.line.slice(0, step).filter((_, i) => i % 2 === 0)
      await this.#told(puzzle, wrong === undefined, wrong ? [...right, wrong] : right)
    }
  }

  #play(view: View, move: string) {
    const { game, position } = view
    return this.#engine.ask('play', { game, position, move })
  }
}
