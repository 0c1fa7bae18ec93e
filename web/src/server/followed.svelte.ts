// Something on the server that the page shows as it is now.

import { Scope } from '../base/scope'
import { ask, isTemporary } from './api'

interface Options<T> {
  /** What is another value when the server says that there is something new. */
  news?: () => unknown
  /** How often to ask without news, in ms. */
  every?: number
  /** Whether a value is the last one. */
  isFinal?: (value: T) => boolean
}

export class Followed<T> {
  /** The last answer; undefined until there is one. */
  value: T | undefined = $state.raw()
  /** Why the last request failed. */
  error: unknown = $state.raw()
  #again: () => Promise<void> = () => Promise.resolve()
  #asked = 0
  #answered = 0

  /**
   * Asks for a path at once, and again soon after news. While the page is visible it also asks
   * regularly, until the last value, or if there is none, where there is no news or no answer. It ends
   * with the calling component or effect. Where there is news or a last value, a refusal is an answer
   * too. Starts again when the path changes; asks for nothing if it is undefined.
   */
  constructor(path: () => string | undefined, options: Options<T> = {}) {
    const { news, every = 5000, isFinal } = options
    const current = $derived(path())
    const latest = $derived(news?.())
    $effect(() => {
      const wanted = current
      const scope = new Scope()
      this.value = this.error = undefined
      if (wanted !== undefined) {
        this.#again = () => this.#look(scope, wanted)
        void this.again()
        const soon = scope.soon(250, () => scope.signal.aborted || void this.again())
        let isKnown = false
        $effect(() => {
          void latest
          if (isKnown) {
            soon()
          }
          isKnown = true
        })
        const isCurrent = () => {
          if (this.error !== undefined) {
            return (news ?? isFinal) !== undefined && !isTemporary(this.error)
          }
          return isFinal ? this.value !== undefined && isFinal(this.value) : news !== undefined
        }
        scope.every(every, () => document.hidden || isCurrent() || void this.again())
      }
      return scope.end
    })
  }

  /** Asks now. */
  again = () => this.#again()

  async #look(scope: Scope, path: string) {
    const number = ++this.#asked
    const answer = ask<T>('GET', path).then(
      (value) => ({ value, error: undefined }),
      (error: unknown) => ({ value: this.value, error }),
    )
    const { value, error } = await scope.wait(answer)
    if (number > this.#answered) {
      this.#answered = number // an answer that was overtaken is dropped
      this.value = value
      this.error = error
    }
  }
}
