// The thread in which the Go program runs.

import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import './wasm_exec.js'

/** A channel that works as in browsers: each message is a task of its own. */
globalThis.MessageChannel = class {
  port1 = {}
  port2 = { postMessage: () => void setImmediate(() => this.port1.onmessage?.()) }
}
globalThis.theraPost = (message) => parentPort.postMessage(message)

const program = new globalThis.Go()
const file = (name) => readFileSync(new URL(name, import.meta.url))
const { instance } = await WebAssembly.instantiate(file('./thera.wasm'), program.importObject)
void program.run(instance)
globalThis.theraGive(file('./network.bin'))
// Earlier messages wait for a listener.
parentPort.on('message', (message) => globalThis.theraHandle(JSON.parse(message)))
