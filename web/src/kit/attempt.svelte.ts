// Runs what the user asks for, and keeps the last failure to show it.

import { messageOf } from './failure'

export class Attempts {
  error: string | undefined = $state()
  /** What is being done. */
  #busy = new Set<unknown>()

  /** Runs work in the background, for what may be asked again before it ends. */
  run = (work: Promise<unknown> | undefined) => {
    this.error = undefined
    work?.catch(this.fail)
  }

  /**
   * Runs work in the background, but only once at a time: a button may be pressed twice. Work on
   * another subject, such as another item of a list, may run at the same time.
   */
  once = (work: () => Promise<unknown>, subject?: unknown) => {
    if (!this.#busy.has(subject)) {
      this.#busy.add(subject)
      this.run(work().finally(() => this.#busy.delete(subject)))
    }
  }

  /** What sends a form: this work, once at a time, and nothing that the browser would do. */
  sends = (work: () => Promise<unknown>) => (event: SubmitEvent) => {
    event.preventDefault()
    this.once(work)
  }

  fail = (reason: unknown) => {
    this.error = messageOf(reason)
  }
}
