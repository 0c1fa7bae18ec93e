// For tests: the engine in this process instead of a worker.

import { readFileSync } from 'node:fs'
import { Channel, Client, type Port } from './client'

const file = (name: string) => readFileSync(new URL('../../wasm/' + name, import.meta.url))

/**
 * A channel that works as in browsers, where each message is a task of its own. Node delivers up to
 * a thousand at a time before anything else gets a turn.
 */
class FairChannel {
  port1: { onmessage?: () => void } = {}
  port2 = { postMessage: () => void setImmediate(() => this.port1.onmessage?.()) }
}

interface Globals {
  MessageChannel: unknown
  Go: new () => {
    importObject: WebAssembly.Imports
    run(instance: WebAssembly.Instance): Promise<void>
  }
  theraPost(message: string): void
  theraHandle(message: unknown): void
  theraGive(file: Uint8Array): string | null
}

/** Starts the engine, which runs until the process ends. */
export async function startInProcess(): Promise<Client> {
  await import('../../wasm/wasm_exec.js')
  const globals = globalThis as unknown as Globals
  globals.MessageChannel = FairChannel
  const port: Port = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => queueMicrotask(() => globals.theraHandle(JSON.parse(message))),
  }
  globals.theraPost = (message) => port.onmessage?.({ data: message } as MessageEvent<string>)
  const program = new globals.Go()
  const { instance } = await WebAssembly.instantiate(file('thera.wasm'), program.importObject)
  const client = new Client(new Channel(port))
  void program.run(instance)
  globals.theraGive(file('network.bin'))
  return client
}
