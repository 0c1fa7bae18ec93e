// For tests: an engine whose answers come from a function.

import { Channel, Client, EngineError, longMethods, type Port } from './client'
import { movedSeats } from './seats'

interface Question<P> {
  id: number
  method: string
  params: P
}

/** Answers a question, now or later; tell sends a message about it before, such as progress. */
type Answer<P> = (method: string, params: P, tell: (message: object) => void) => unknown

export interface FakeEngine {
  engine: Client
  /** The methods asked for so far. */
  asked: string[]
  /** The IDs of the searches that have neither ended nor been stopped. */
  running: Set<number>
  /** The worker fails. */
  fail: () => void
}

export function fakeEngine<P extends object>(answer: Answer<P>): FakeEngine {
  const asked: string[] = []
  const running = new Set<number>()
  const port: Port = {
    onmessage: null,
    onerror: null,
    postMessage(text) {
      const { id, method, params } = movedSeats(JSON.parse(text) as Question<P>, -1)
      const tell = (message: object) => {
        const data = JSON.stringify(movedSeats({ id, ...message }, 1))
        port.onmessage?.({ data } as MessageEvent<string>)
      }
      asked.push(method)
      if (longMethods.has(method)) {
        running.add(id)
      } else if ('search' in params) {
        running.delete(params.search as number)
      }
      void Promise.resolve()
        .then(() => answer(method, params, tell))
        .then(
          (result) => tell({ result }),
          (error: unknown) =>
            tell(
              error instanceof EngineError
                ? { error: error.message, fault: error.fault, unloaded: error.isUnloaded }
                : { error: String(error) },
            ),
        )
        .then(() => running.delete(id))
    },
  }
  const engine = new Client(new Channel(port))
  return { engine, asked, running, fail: () => port.onerror?.(new Event('error') as ErrorEvent) }
}
