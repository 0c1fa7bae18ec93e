// The package's engine: rules, search, and solver of all games, in its own worker.

import { Channel, Client, type Port } from '../src/engine/client'

export { EngineError, type Search, type Work } from '../src/engine/client'
export type * from '../src/generated/protocol'

/** The engine. Ask it anything in Methods; several questions may be pending at once. */
export class Engine extends Client {
  #end: () => void

  constructor(port: Port, onloaded: (part: number) => void, end: () => void) {
    super(new Channel(port, onloaded))
    this.#end = end
  }

  /** Ends the engine; pending questions stay unanswered. */
  end() {
    this.#end()
  }
}

/** Starts an engine. onloaded gets the fraction loaded so far, from 0 to 1. */
export function startEngine(onloaded: (part: number) => void = () => {}): Engine {
  const worker = new Worker(new URL('../src/engine/worker.ts', import.meta.url), { type: 'module' })
  return new Engine(worker, onloaded, () => worker.terminate())
}
