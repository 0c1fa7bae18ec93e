// The engine of the package: rules, search and solver of all games, in a worker of its own.

import { Client, type Port } from '../src/engine/client'

export { EngineError, type Search, type Work } from '../src/engine/client'
export type * from '../src/engine/protocol'

/** The engine. Ask it anything of Methods; several questions may be open at a time. */
export class Engine extends Client {
  #end: () => void

  constructor(port: Port, onloaded: (part: number) => void, end: () => void) {
    super(port, onloaded)
    this.#end = end
  }

  /** Ends the engine; what it has been asked is not answered. */
  end() {
    this.#end()
  }
}

/** Starts an engine. onloaded is told what part of it has come, 0 to 1. */
export function startEngine(onloaded: (part: number) => void = () => {}): Engine {
  const worker = new Worker(new URL('../src/engine/worker.ts', import.meta.url), { type: 'module' })
  return new Engine(worker, onloaded, () => worker.terminate())
}
