// Runs what the user asks for, and keeps the last failure to show it.

import { messageOf } from './failure'

export class Attempts {
  error: string | undefined = $state()

  /** Runs work in the background. */
  run = (work: Promise<unknown> | undefined) => {
    this.error = undefined
    work?.catch(this.fail)
  }

  fail = (reason: unknown) => {
    this.error = messageOf(reason)
  }
}
