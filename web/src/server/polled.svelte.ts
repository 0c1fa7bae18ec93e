// What the server sends no notices about, and is asked for.

import { Scope } from '../base/scope'
import { ask } from './api'

export class Polled<T> {
  /** The last answer; undefined until there is one. */
  value: T | undefined = $state.raw()
  /** Why the last request failed. */
  error: unknown = $state.raw()
  #again: () => Promise<void> = () => Promise.resolve()

  /**
   * Asks for a path at once, and again every 5 s while the page is visible, until the calling
   * component or effect ends. Starts again when the path changes; asks for nothing if it is undefined.
   */
  constructor(path: () => string | undefined) {
    $effect(() => {
      const wanted = path()
      const scope = new Scope()
      this.value = this.error = undefined
      if (wanted !== undefined) {
        this.#again = () => this.#look(scope, wanted)
        void this.again()
        scope.every(5000, () => document.hidden || void this.again())
      }
      return scope.end
    })
  }

  /** Asks now. */
  again = () => this.#again()

  async #look(scope: Scope, path: string) {
    try {
      this.value = await scope.wait(ask<T>('GET', path))
      this.error = undefined
    } catch (reason) {
      this.error = reason
    }
  }
}
