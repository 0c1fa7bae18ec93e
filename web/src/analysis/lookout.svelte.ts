// The engine analyzing one position at a time.

import { Scope } from '../base/scope'
import type { Client, Work } from '../engine/client'
import type { Proof, Search as Found } from '../generated/protocol'
import { messageOf } from '../kit/failure'
import { settings } from '../store/settings.svelte'

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
  /** What is done about the subject. */
  #work: Scope
  #search: Scope
  #solving: Work<Proof> | undefined

  constructor(scope: Scope, engine: Client) {
    this.#engine = engine
    this.#work = new Scope(scope)
    this.#search = new Scope(scope)
    addEventListener('online', () => this.error === undefined || this.turnTo(this.#subject), scope)
  }

  /** Analyzes another position, or none. */
  turnTo(subject: Subject | undefined) {
    this.#work = this.#work.next()
    this.#subject = subject
    this.known = undefined
    this.proof = undefined
    this.proving = undefined
    this.error = undefined
    if (subject && this.running) {
      void this.#solve(subject, { millis: attempt, likely: true })
    }
    this.look()
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
      this.proving = 'at it'
      this.look() // which rests meanwhile
      const proven = await this.#solve(subject, { millis: effort })
      this.proving = proven ? undefined : 'given up'
      this.look()
    }
  }

  /** Runs the solver; returns whether it has proven the position. */
  async #solve(subject: Subject, how: { millis: number; likely?: true }): Promise<boolean> {
    const { game, position } = subject
    this.#solving?.stop()
    this.#solving = this.#engine.within(this.#work.signal).solve({ game, position, ...how })
    const proof = await this.#solving.result.catch(this.#fail)
    if (!proof?.proven) {
      return false
    }
    this.proof = proof
    subject.prove(proof)
    return true
  }

  /** Analyzes the position with the number of lines and the time from the settings. */
  look() {
    const subject = this.#subject
    this.#search = this.#search.next()
    this.busy = false
    if (!subject || !this.running || this.proving === 'at it') {
      return
    }
    const { game, position } = subject
    const { lines, endless } = settings
    const limits = endless ? { lines } : { lines, millis: patience }
    const take = (known: Found) => {
      this.known = known
      subject.take(known)
    }
    this.busy = true
    this.#engine
      .within(this.#search.signal)
      .search({ game, position, ...limits }, take)
      .result.then(take, this.#fail)
      .finally(() => (this.busy = false))
  }

  #fail = (error: unknown): undefined => {
    this.error = messageOf(error)
  }
}
