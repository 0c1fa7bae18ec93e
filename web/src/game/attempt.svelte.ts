// What a person asks of the page may fail: the last failure is kept, to be shown.

import { messageOf } from '../engine/engine'

export class Attempts {
  error: string | undefined = $state()

  /** Waits for work in the background. */
  run = (work: Promise<unknown> | undefined) => {
    this.error = undefined
    work?.catch(this.fail)
  }

  fail = (reason: unknown) => {
    this.error = messageOf(reason)
  }
}
