// A drill of openings: line after line, the book plays the other side, and the user their own.

import { Scope } from '../base/scope'
import { engine } from '../engine/engine'
import type { View } from '../generated/protocol'
import type { Book } from './book'
import { draw, noted, recalled, type Misses } from './drill'

/** How long to wait before a reply, in ms, so that the user sees their own turn first. */
const pause = 450

/** How many right turns are shown. */
const mostShown = 4

/** Entering a turn is possible while it is open, and after a wrong one or the answer, until it is right. */
export type Phase = 'reply' | 'open' | 'wrong' | 'shown' | 'end'

export interface Lesson {
  game: string
  /** The position in which lines begin. */
  start: string
  seat: number
  book: Book
  /** Gives numbers from 0 to below 1. */
  random: () => number
  /** What was missed so far, and how to change it. */
  misses: () => Misses
  note: (change: (misses: Misses) => Misses) => void
}

export class Drilling {
  view: View | undefined = $state.raw()
  /** The last turn played. */
  last: string | undefined = $state()
  phase: Phase = $state('reply')
  /** The right turns, once they are shown. */
  answers: readonly string[] = $state.raw([])
  /** The turn that was wrong. */
  tried: string | undefined = $state()
  /** How many turns the line has asked for, and how many of them were right on the first try. */
  asked = $state(0)
  right = $state(0)
  /** How many lines have been finished, and how many of them without a mistake. */
  lines = $state(0)
  clean = $state(0)
  readonly lesson: Lesson
  #moves: string[] = []
  #right: string[] = []
  /** The work on the current line. */
  #line: Scope

  constructor(scope: Scope, lesson: Lesson) {
    this.#line = new Scope(scope)
    this.lesson = lesson
  }

  get #engine() {
    return engine().within(this.#line.signal)
  }

  /** The position in which to enter a turn. */
  get open(): View | undefined {
    return this.phase === 'reply' || this.phase === 'end' ? undefined : this.view
  }

  /** Begins a line. */
  async begin() {
    this.#line = this.#line.next()
    const { game, start } = this.lesson
    this.#moves = []
    this.asked = this.right = 0
    await this.#reach(await this.#engine.ask('view', { game, position: start }), undefined)
  }

  /** Continues from a position of the line: with the book's reply, or with a question. */
  async #reach(view: View, last: string | undefined): Promise<void> {
    const { book, seat, misses, random } = this.lesson
    const { position, winners, turn } = view
    const line = this.#line
    this.view = view
    this.last = last
    this.tried = undefined
    this.answers = []
    this.phase = 'reply'
    if (winners.length > 0) {
      this.#end()
    } else if (turn === seat) {
      this.#right = await line.wait(book.right(position, seat))
      if (this.#right.length > 0) {
        this.phase = 'open'
      } else {
        this.#end()
      }
    } else {
      const replies = await line.wait(book.replies(position))
      const reply = draw(recalled(replies, this.#moves, misses()), random)
      if (reply === undefined) {
        this.#end()
      } else {
        await this.#reply(view, reply)
      }
    }
  }

  async #reply(view: View, reply: string) {
    await this.#line.sleep(this.last === undefined ? 0 : pause)
    const played = await this.#ask(view, reply)
    this.#moves.push(played.move)
    await this.#reach(played.view, played.move)
  }

  #end() {
    this.phase = 'end'
    if (this.asked > 0) {
      this.lines++
      this.clean += this.right === this.asked ? 1 : 0
    }
  }

  /** Judges a turn and, if it is right, continues the line. */
  async answer(text: string) {
    const { open: view } = this
    if (!view) {
      return
    }
    const { move, view: after } = await this.#ask(view, text)
    const isRight = await this.#isRight(move, after)
    if (this.view !== view) {
      return // another turn came first
    }
    if (isRight) {
      if (this.phase === 'open') {
        this.#judge(true)
      }
      this.#moves.push(move)
      await this.#reach(after, move)
      return
    }
    this.#judge(false)
    this.tried = move
    this.phase = 'wrong'
    this.answers = this.#right.slice(0, mostShown)
    this.view = { ...view } // another object, so that the turn is entered afresh
  }

  /** Shows the right turns, for a user who gives up. */
  show() {
    this.#judge(false)
    this.phase = 'shown'
    this.answers = this.#right.slice(0, mostShown)
  }

  /** Counts the first try at a turn. */
  #judge(isRight: boolean) {
    if (this.phase === 'open') {
      this.asked++
      this.right += isRight ? 1 : 0
      const moves = [...this.#moves]
      this.lesson.note((misses) => noted(misses, moves, isRight))
    }
  }

  /** Whether a turn is in the book, or leads to a position that only differs by symmetry from such a one. */
  async #isRight(move: string, after: View): Promise<boolean> {
    const { view } = this
    if (this.#right.includes(move) || !view) {
      return this.#right.includes(move)
    }
    const { game } = view
    const locate = async ({ position }: View) =>
      (await this.#engine.ask('locate', { game, position })).key
    const key = await locate(after)
    const others = this.#right.map(async (right) => locate((await this.#ask(view, right)).view))
    return (await Promise.all(others)).includes(key)
  }

  #ask({ game, position }: View, move: string) {
    return this.#engine.ask('play', { game, position, move })
  }
}
