// What a page or a part of it loads once, and again only if it did not come.

import { untrack } from 'svelte'
import { Scope } from '../base/scope'

export class Loading<T> {
  /** Undefined until it is here, and if the last attempt has failed. */
  value: T | undefined = $state.raw()
  /** Why the last attempt failed. */
  error: unknown = $state.raw()
  #again: () => void = () => undefined

  /**
   * Loads at once, and again when something changes that the function reads before it waits, until the
   * calling component or effect ends. What failed is tried again when the network is back. Nothing
   * loads where the function returns undefined. With stays, the last value is kept while the next one
   * loads, as in a list that changes while the user types.
   */
  constructor(load: (scope: Scope) => Promise<T> | undefined, { stays = false } = {}) {
    $effect(() => {
      const all = new Scope()
      let attempt = new Scope(all)
      const start = () => {
        attempt = attempt.next()
        this.error = undefined
        const work = load(attempt)
        if (work) {
          void this.#await(attempt.wait(work))
        }
        return work !== undefined
      }
      this.#again = () => void untrack(start)
      addEventListener('online', () => this.error === undefined || this.again(), all)
      if (!start() || !stays) {
        this.value = undefined
      }
      return all.end
    })
  }

  /** Tries again, or asks whether there is something else by now. */
  again = () => this.#again()

  async #await(work: Promise<T>) {
    try {
      this.value = await work
    } catch (error) {
      this.value = undefined
      this.error = error
    }
  }
}
