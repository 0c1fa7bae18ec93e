// The page's side of the messages to the engine.

import type {
  Fault,
  Methods,
  Proof,
  Reply,
  Search as Found,
  SearchParams,
} from '../generated/protocol'
import { movedSeats } from './seats'

/** What the client needs of a worker. */
export interface Port {
  postMessage(message: string): void
  onmessage: ((event: MessageEvent<string>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
}

/** A message from the worker: an answer, or how much of the engine has loaded. */
type Message = Reply & {
  loaded?: number
  complete?: boolean
  later?: boolean
  /** With an error: a part of the engine could not be loaded. */
  unloaded?: boolean
}

/** Work that runs until it is done or stopped. */
export interface Work<R> {
  /** The result; stopped work has one too. */
  result: Promise<R>
  stop(): void
}

export type Search = Work<Found>

/** Called with interim results of a search. */
interface Told {
  progress?: ((known: Found) => void) | undefined
  /** Called when it starts or stops waiting for a part of the engine that is still loading. */
  later?: ((later: boolean) => void) | undefined
}

interface Waiting extends Told {
  resolve(result: unknown): void
  reject(error: Error): void
  /** Called when it no longer waits. */
  done(): void
}

/** The methods that run until they are done or stopped. */
export const longMethods: ReadonlySet<string> = new Set(['search', 'solve', 'why'])

/** An error from the engine, in English, with its fault if the user's input caused it. */
export class EngineError extends Error {
  fault: Fault | undefined
  /** Whether a part of the engine could not be loaded; the message names its file. */
  isUnloaded: boolean

  constructor(message: string, fault?: Fault, isUnloaded = false) {
    super(message)
    this.fault = fault
    this.isUnloaded = isUnloaded
  }
}

/** The messages exchanged with a worker. */
export class Channel {
  #port: Port
  #waiting = new Map<number, Waiting>()
  #last = 0
  /** Set when the engine could not be loaded: nothing will be answered. */
  #broken: EngineError | undefined
  #onbroken: (reason: EngineError) => void

  /**
   * While a question needs a part of the engine that is still loading, onloaded gets the fraction
   * loaded so far, from 0 to 1. oncomplete is called when the whole engine has loaded, onbroken when it
   * cannot be.
   */
  constructor(
    port: Port,
    onloaded: (part: number) => void = () => {},
    oncomplete: () => void = () => {},
    onbroken: (reason: EngineError) => void = () => {},
  ) {
    this.#port = port
    this.#onbroken = onbroken
    port.onmessage = (event) => {
      const message = JSON.parse(event.data) as Message
      if (message.complete) {
        oncomplete()
      } else if (message.loaded !== undefined) {
        onloaded(message.loaded)
      } else {
        this.#receive(movedSeats(message, -1))
      }
    }
    // Without a message, the worker's own program could not be loaded.
    port.onerror = ({ message }: Partial<ErrorEvent>) => {
      this.#fail(message ?? 'worker')
    }
  }

  /**
   * Sends a question. Once the signal is aborted its answer no longer arrives, and a search that it
   * has started stops.
   */
  send(
    method: string,
    params: object,
    signal: AbortSignal | undefined,
    told: Told = {},
  ): Work<unknown> {
    const id = ++this.#last
    const stop = () => void this.send('stop', { search: id }, undefined).result.catch(() => {})
    const drop = () => {
      if (this.#waiting.delete(id) && longMethods.has(method)) {
        stop()
      }
    }
    const result = new Promise((resolve, reject) => {
      if (signal?.aborted) {
        return
      }
      if (this.#broken) {
        reject(this.#broken)
        return
      }
      signal?.addEventListener('abort', drop, { once: true })
      const done = () => signal?.removeEventListener('abort', drop)
      this.#waiting.set(id, { resolve, reject, done, ...told })
      this.#port.postMessage(JSON.stringify({ id, method, params: movedSeats(params, 1) }))
    })
    return { result, stop }
  }

  #receive(reply: Message) {
    const waiting = this.#waiting.get(reply.id ?? 0)
    if (!waiting) {
      if (reply.id === undefined && reply.error !== undefined) {
        this.#fail(reply.error)
      }
      return
    }
    if (reply.later !== undefined) {
      waiting.later?.(reply.later)
      return
    }
    if (reply.progress) {
      waiting.progress?.(reply.progress)
      return
    }
    this.#waiting.delete(reply.id ?? 0)
    waiting.done()
    if (reply.error !== undefined) {
      waiting.reject(new EngineError(reply.error, reply.fault, reply.unloaded))
    } else {
      waiting.resolve(reply.result)
    }
  }

  #fail(message: string) {
    const error = new EngineError(message, undefined, true)
    this.#broken = error
    for (const waiting of this.#waiting.values()) {
      waiting.done()
      waiting.reject(error)
    }
    this.#waiting.clear()
    this.#onbroken(error)
  }
}

/** What asks the engine, for as long as the answers are wanted. */
export class Client {
  #channel: Channel
  #signal: AbortSignal | undefined

  constructor(channel: Channel, signal?: AbortSignal) {
    this.#channel = channel
    this.#signal = signal
  }

  /**
   * The same engine for a limited time: once the signal is aborted, searches stop and no answer
   * arrives any more.
   */
  within(signal: AbortSignal): Client {
    return new Client(this.#channel, signal)
  }

  /** Sends a question and returns the answer. Rejects with an EngineError. */
  ask<M extends keyof Methods>(
    method: M,
    params: Methods[M]['params'],
  ): Promise<Methods[M]['result']> {
    const { result } = this.#channel.send(method, params, this.#signal)
    return result as Promise<Methods[M]['result']>
  }

  search(
    params: SearchParams,
    progress?: (known: Found) => void,
    later?: (later: boolean) => void,
  ): Search {
    return this.#channel.send('search', params, this.#signal, { progress, later }) as Search
  }

  solve(params: Methods['solve']['params']): Work<Proof> {
    return this.#channel.send('solve', params, this.#signal) as Work<Proof>
  }
}

/** Starts the engine in its own worker. */
export function startEngine(
  onloaded: (part: number) => void,
  oncomplete: () => void,
  onbroken: (reason: EngineError) => void,
): Client {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  return new Client(new Channel(worker, onloaded, oncomplete, onbroken))
}
