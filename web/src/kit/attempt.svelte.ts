// Runs what the user asks for, and keeps the last failure to show it.

import { messageOf } from './failure'

export class Attempts {
  error: string | undefined = $state()
  #isBusy = false

  /** Runs work in the background. */
  run = (work: Promise<unknown> | undefined) => {
    this.error = undefined
    work?.catch(this.fail)
  }

  /** Runs work in the background, but only once at a time: a button may be pressed twice. */
  once = (work: () => Promise<unknown>) => {
    if (!this.#isBusy) {
      this.#isBusy = true
      this.run(work().finally(() => (this.#isBusy = false)))
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
