// The engine analyzing one position at a time.

import type { Client, Search, Work } from '../engine/client'
import type { Proof, Search as Found } from '../engine/protocol'
import { settings } from '../settings.svelte'

/** How long the engine searches a position, unless unlimited. */
const patience = 60_000
/** How long the solver tries before the engine starts, where a proof is likely. */
const attempt = 1500
/** How long the solver tries on request. */
const effort = 60_000

export interface Subject {
  game: string
  position: string
  /** Called repeatedly with what the engine has found. */
  take: (known: Found) => void
  /** Called with what the solver has proven. */
  prove: (proof: Proof) => void
}

export class Lookout {
  readonly #engine: Client
  running = $state(true)
  known: Found | undefined = $state.raw()
  /** Whether the engine is running. */
  busy = $state(false)
  proof: Proof | undefined = $state.raw()
  /** Whether the solver was asked to prove the position, and is running or has given up. */
  proving: 'at it' | 'given up' | undefined = $state()
  error: string | undefined = $state()
  #subject: Subject | undefined
  #search: Search | undefined
  #solving: Work<Proof> | undefined

  constructor(engine: Client) {
    this.#engine = engine
  }

  /** Analyzes another position, or none. */
  turnTo(subject: Subject | undefined) {
    this.rest()
    this.known = undefined
    this.proof = undefined
    this.proving = undefined
    this.error = undefined
    this.#subject = subject
    if (subject && this.running) {
      void this.#solve(subject, { millis: attempt, likely: true })
    }
    this.look()
  }

  /** Stops for now. */
  rest() {
    this.#solving?.stop()
    this.#search?.stop()
    this.#search = undefined
    this.busy = false
  }

  setRunning(running: boolean) {
    this.running = running
    this.turnTo(this.#subject)
  }

  /** Runs the solver for longer; asking again cancels it. */
  async prove() {
    const subject = this.#subject
    if (this.proving === 'at it') {
      this.#solving?.stop()
    } else if (subject) {
      this.rest()
      this.proving = 'at it'
      const proven = await this.#solve(subject, { millis: effort })
      if (subject === this.#subject) {
        this.proving = proven ? undefined : 'given up'
        this.look()
      }
    }
  }

  /** Runs the solver; returns whether it has proven the position. */
  async #solve(subject: Subject, how: { millis: number; likely?: true }): Promise<boolean> {
    const { game, position } = subject
    this.#solving?.stop()
    this.#solving = this.#engine.solve({ game, position, ...how })
    const proof = await this.#solving.result.catch((error: unknown) => this.#fail(subject, error))
    if (!proof?.proven || subject !== this.#subject) {
      return false
    }
    this.proof = proof
    subject.prove(proof)
    return true
  }

  /** Analyzes the position with the number of lines and the time from the settings. */
  look() {
    const subject = this.#subject
    this.#search?.stop()
    if (!subject || !this.running || this.proving === 'at it') {
      return
    }
    const { game, position } = subject
    const search = this.#engine.search(
      {
        game,
        position,
        lines: settings.lines,
        ...(settings.endless ? {} : { millis: patience }),
      },
      (known) => take(known),
    )
    const take = (known: Found) => {
      if (subject === this.#subject && search === this.#search) {
        this.known = known
        subject.take(known)
      }
    }
    this.#search = search
    this.busy = true
    search.result
      .then(take, (error: unknown) => this.#fail(subject, error))
      .finally(() => {
        if (search === this.#search) {
          this.busy = false
        }
      })
  }

  #fail(subject: Subject, error: unknown): undefined {
    if (subject === this.#subject) {
      this.error = String(error)
    }
  }
}
