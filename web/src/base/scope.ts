// How long work is wanted. What a page starts belongs to its scope: searches, sockets, timers,
// listeners, and the answers that it waits for. When the page is left, its scope ends, and all of
// that with it.

import { onDestroy } from 'svelte'

export class Scope {
  #controller = new AbortController()
  #outer: Scope | undefined

  /** A scope that ends with an outer one, if not before. */
  constructor(outer?: Scope) {
    this.#outer = outer
    outer?.onend(this.end, this.signal)
  }

  /** The scope for what takes a signal, such as the engine, fetch, and addEventListener. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  end = () => this.#controller.abort()

  /** Ends this scope and returns the one of the work that replaces it. */
  next(): Scope {
    this.end()
    return new Scope(this.#outer)
  }

  /** Calls act when the scope ends, or at once if it has ended, unless a signal is aborted before. */
  onend(act: () => void, unless?: AbortSignal) {
    if (this.signal.aborted) {
      act()
    } else {
      this.signal.addEventListener('abort', act, { once: true, ...(unless && { signal: unless }) })
    }
  }

  /**
   * The result of work, unless the scope ends first: then the promise never settles, so whatever
   * awaits it does not continue.
   */
  wait<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      const arrive = () => {
        if (!this.signal.aborted) {
          resolve(work)
        }
      }
      work.then(arrive, arrive)
    })
  }

  /** Resolves after that many milliseconds. */
  sleep(millis: number): Promise<void> {
    const nap = new Scope(this)
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        nap.end()
        resolve()
      }, millis)
      nap.onend(() => clearTimeout(timer))
    })
  }

  /**
   * Returns a function that schedules act, in that many milliseconds, once for all its calls until
   * then. If the scope ends first, a scheduled act is called at once.
   */
  soon(millis: number, act: () => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = () => {
      if (timer !== undefined) {
        clearTimeout(timer)
        timer = undefined
        act()
      }
    }
    this.onend(run)
    return () => {
      if (!this.signal.aborted) {
        timer ??= setTimeout(run, millis)
      }
    }
  }

  /** Calls act at this interval, in milliseconds. */
  every(millis: number, act: () => void) {
    const timer = setInterval(act, millis)
    this.onend(() => clearInterval(timer))
  }
}

/** A scope that ends with the component that is being created, as do those that replace it. */
export function ownScope(): Scope {
  const component = new Scope()
  onDestroy(component.end)
  return new Scope(component)
}
