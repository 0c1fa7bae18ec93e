// A puzzle being solved: its turns, and what refutes a wrong try.

import { engine } from '../engine/engine'
import type { View } from '../engine/protocol'
import type { Puzzle } from './puzzles'

/** How long the engine looks for what refutes a try. */
const replyNodes = 60_000

/** How long the reply of a puzzle is waited for, in ms: so that one sees one's own turn first. */
const pause = 450

/** What a wrong try comes to. */
export interface Refutation {
  tried: string
  /** Undefined while it is looked for, and where the try has ended the game. */
  reply?: string
  /** What may follow the reply. */
  line: string[]
}

export type Phase = 'open' | 'reply' | 'wrong' | 'right' | 'shown'

/** What is solved: a position, and all turns of which each of the solver's is the one that wins. */
export type Posed = Pick<Puzzle, 'game' | 'position' | 'line'>

/** Hears once of each puzzle how its first try went, with the solver's turns in it. */
type Told<P> = (puzzle: P, solved: boolean, turns: readonly string[]) => Promise<void>

export class Solving<P extends Posed = Puzzle> {
  puzzle: P | undefined = $state.raw()
  view: View | undefined = $state.raw()
  /** The turn that was played last. */
  last: string | undefined = $state()
  phase: Phase = $state('open')
  refutation: Refutation | undefined = $state.raw()
  /** How many turns of the puzzle's line have been played. */
  step = $state(0)
  /** The seat that solves it, from 0. */
  seat = $state(0)
  #settled = false
  #before: View | undefined
  /** What is waited for: who finds another one after waiting has come too late. */
  #awaited = {}
  #stop = () => {}
  #told: Told<P>

  constructor(told: Told<P>) {
    this.#told = told
  }

  /** How many turns the solver takes, and the one that is next, from 1. */
  get turns() {
    return this.puzzle ? (this.puzzle.line.length + 1) / 2 : 0
  }
  get turn() {
    return Math.min(this.turns, Math.floor(this.step / 2) + 1)
  }

  /** Where a turn can be entered. */
  get open(): View | undefined {
    return this.phase === 'open' ? this.view : undefined
  }

  async set(puzzle: P) {
    this.leave()
    const view = await engine().ask('view', { game: puzzle.game, position: puzzle.position })
    this.puzzle = puzzle
    this.#settled = false
    this.step = 0
    this.seat = view.turn
    this.#pose(view, undefined)
  }

  #pose(view: View, last: string | undefined) {
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
    this.view = played.view
    this.last = played.move
    if (played.move === puzzle.line[step]) {
      this.step = step + 1
      const reply = puzzle.line[step + 1]
      await (reply === undefined ? this.#solved() : this.#reply(played.view, reply))
    } else {
      this.phase = 'wrong'
      this.refutation = { tried: played.move, line: [] }
      await Promise.all([this.#result(played.move), this.#refute(played.move, played.view)])
    }
  }

  /** Plays the puzzle's answer to a right turn. */
  async #reply(view: View, reply: string) {
    this.phase = 'reply'
    const awaited = (this.#awaited = {})
    await new Promise((resolve) => setTimeout(resolve, pause))
    const played = await this.#play(view, reply)
    if (awaited === this.#awaited) {
      this.step++
      this.#pose(played.view, played.move)
    }
  }

  /** Plays what the engine answers to a wrong try. */
  async #refute(tried: string, view: View) {
    if (view.winners.length > 0) {
      return
    }
    const awaited = (this.#awaited = {})
    const { game, position } = view
    const search = engine().search({ game, position, nodes: replyNodes })
    this.#stop = () => search.stop()
    const { line } = await search.result
    const [reply, ...rest] = line
    if (reply !== undefined && awaited === this.#awaited) {
      const played = await this.#play(view, reply)
      this.refutation = { tried, reply, line: rest }
      this.view = played.view
      this.last = played.move
    }
  }

  /** Goes back to where the wrong turn was tried. */
  again() {
    if (this.#before) {
      this.leave()
      this.#pose(this.#before, undefined)
    }
  }

  /** Plays the right turn, as who gives up wants. */
  async show() {
    const { puzzle } = this
    const move = puzzle?.line[this.step]
    if (puzzle && move !== undefined && this.#before) {
      this.leave()
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

  /** Tells of the first try, once: what was wrong in it, if anything was. */
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
    return engine().ask('play', { game, position, move })
  }

  /** Stops what the engine does for this puzzle. */
  leave() {
    this.#awaited = {}
    this.#stop()
    this.#stop = () => {}
  }
}
