// The hand that moves: the turn being entered on a board.

import { engine } from '../engine/engine'
import type { View } from '../generated/protocol'
import { messageOf } from '../kit/failure'
import { Entry, isTool, keyOf, newAnswers, wireSteps, type Way } from './entry'

export class Hand {
  entry = $state.raw(new Entry())
  /** A complete move that waits to be confirmed. */
  pending: string | undefined = $state()
  /** Why the last step could not be taken. */
  error: string | undefined = $state()
  #tool: string | undefined
  #move: (move: string) => void
  #confirm: () => boolean
  #view: View | undefined
  #answers = newAnswers()
  #queue: Promise<unknown> = Promise.resolve() // steps are taken one at a time

  /** move receives each complete move; confirm says whether moves need confirming. */
  constructor(move: (move: string) => void, confirm: () => boolean = () => false) {
    this.#move = move
    this.#confirm = confirm
  }

  /**
   * Starts a turn in a position; without one, nothing can be entered. Steps taken before are taken
   * again as far as possible.
   */
  begin(view: View | undefined, steps: readonly string[] = []) {
    this.#view = view
    this.#answers = newAnswers()
    this.pending = undefined
    this.error = undefined
    this.entry = new Entry()
    if (view && view.winners.length === 0) {
      this.#enqueue(async () => {
        const entry = await this.#load(new Entry(this.#answers, [], view))
        await Promise.all(entry.letters.map((letter) => this.#load(entry.withSteps(letter))))
        const { tools } = entry
        this.#tool = steps.find(isTool) ?? this.#tool
        const tool = tools.has(this.#tool ?? '') ? this.#tool : [...tools][0]
        const taken = await this.#retake(entry.withTool(tool), steps)
        return () => {
          this.entry = taken
        }
      })
    }
  }

  /** Queues work and returns its result, unless another position has started meanwhile. */
  #enqueue(work: () => Promise<() => void>) {
    const view = this.#view
    this.#queue = this.#queue
      .then(async () => {
        if (view === this.#view) {
          const then = await work()
          if (view === this.#view) {
            this.error = undefined
            then()
          }
        }
      })
      .catch((error: unknown) => {
        if (view === this.#view) {
          this.error = messageOf(error)
        }
      })
  }

  /** Starts the turn again, after an error. */
  again() {
    this.begin(this.#view, this.entry.steps)
  }

  /** Asks what can follow an entry's steps, unless that is known or another turn has started. */
  async #load(entry: Entry): Promise<Entry> {
    const [view, answers, key] = [this.#view, this.#answers, keyOf(entry.steps)]
    if (view && entry.answers === answers && !answers.has(key)) {
      const { game, position } = view
      const steps = wireSteps(entry.steps)
      answers.set(key, await engine().ask('enter', { game, position, steps }))
    }
    return entry
  }

  /** Takes steps again, except one that would end the turn. */
  async #retake(entry: Entry, steps: readonly string[]): Promise<Entry> {
    for (const step of steps.slice(entry.tool === undefined ? 0 : 1)) {
      const option = entry.answers.get(keyOf(entry.steps))?.options.find((o) => o.step === step)
      if (!option?.more && !option?.letters) {
        break
      }
      entry = await this.#load(entry.withSteps(...entry.steps, step))
    }
    return entry
  }

  /** Queues a change, so that it doesn't overtake taps that were made before it. */
  #change(change: () => void) {
    this.#enqueue(() => Promise.resolve(change))
  }

  /** Resolves once everything entered so far has been taken. */
  async settled() {
    await this.#queue
  }

  take(tool: string) {
    this.#change(() => {
      this.#tool = tool
      this.pending = undefined
      this.entry = this.entry.withTool(tool)
    })
  }

  tap(square: string) {
    this.#enqueue(() => this.#step(square))
  }

  /** Chooses how the next tap is meant. */
  mean(way: Way) {
    this.#change(() => (this.entry = this.entry.withWay(way)))
  }

  /** Drops the dragged piece on a square: the next step, or nothing. */
  drop(square: string) {
    this.#enqueue(() => {
      const on = this.entry.withWay('on')
      if (this.entry.picked === undefined && on.way === 'on' && on.next.has(square)) {
        this.entry = on
      }
      return this.entry.next.has(square) ? this.#step(square) : Promise.resolve(() => {})
    })
  }

  async #step(square: string): Promise<() => void> {
    if (this.pending !== undefined) {
      return () => this.#takeBack()
    }
    const [entry, tapped] = this.entry.tap(square)
    await this.#load(entry)
    return () => {
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
  }

  /** Ends a turn that could continue. */
  finish() {
    this.#change(() => {
      const { move } = this.entry
      if (move !== undefined && this.pending === undefined) {
        this.#move(move)
      }
    })
  }

  /**
   * Takes the steps of a typed text, which continue from those taken or start over, as long as they
   * leave something to enter and no other position has started meanwhile. Rejects with what is wrong
   * with the text.
   */
  async type(text: string) {
    const view = this.#view
    if (view) {
      const { game, position } = view
      const steps = wireSteps(this.entry.steps)
      const entered = await engine().ask('enter', { game, position, steps, text })
      if (this.#view?.game !== game || this.#view.position !== position) {
        return
      }
      if (entered.complete && entered.move !== undefined) {
        this.#move(entered.move)
      } else {
        this.begin(view, entered.steps)
      }
    }
  }

  /** Takes back the last step. */
  back() {
    this.#change(() => this.#takeBack())
  }

  #takeBack() {
    this.pending = undefined
    this.entry = this.entry.back()
  }

  confirm() {
    this.#change(() => {
      const move = this.pending
      this.pending = undefined
      if (move !== undefined) {
        this.#move(move)
      }
    })
  }

  /** Places a block on two squares by dragging, whatever size is selected. */
  lay(from: string, to: string) {
    this.#enqueue(async () => {
      const { tool } = this.entry
      const long = this.entry.withTool(tool && tool.charAt(0) + '2')
      if (!long.next.has(from)) {
        return () => {}
      }
      const [first] = long.tap(from)
      await this.#load(first)
      return () => {
        if (first.next.has(to)) {
          this.entry = first
          this.tap(to)
        }
      }
    })
  }
}

/** Handles keys for the turn other than the squares' own; reports whether it handled one. */
export function keyedTurn(key: string, hand: Hand): boolean {
  const { ways, way, move } = hand.entry
  if (key === 'd' && move !== undefined) {
    hand.finish()
    return true
  }
  if (key === 's' && ways.length > 1) {
    hand.mean(ways[(ways.indexOf(way) + 1) % ways.length] ?? '')
    return true
  }
  return false
}
