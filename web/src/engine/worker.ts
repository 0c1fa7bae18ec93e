/// <reference lib="webworker" />
// The Web Worker in which the Go program runs. It passes messages on as text;
// cmd/thera-wasm says how.

import '../../wasm/wasm_exec.js'
import wasm from '../../wasm/thera.wasm?url'

interface Program {
  importObject: WebAssembly.Imports
  run(instance: WebAssembly.Instance): Promise<void>
}

declare const self: DedicatedWorkerGlobalScope & {
  Go: new () => Program
  theraPost: (message: string) => void
  theraHandle?: (message: string) => void
}

const early: string[] = []
self.theraPost = (message) => self.postMessage(message)
self.onmessage = (event: MessageEvent<string>) => {
  if (self.theraHandle) {
    self.theraHandle(event.data)
  } else {
    early.push(event.data)
  }
}

async function start() {
  const program = new self.Go()
  const response = await fetch(wasm)
  if (!response.ok) {
    throw new Error(`${wasm}: ${response.status}`)
  }
  const { instance } = await WebAssembly.instantiateStreaming(response, program.importObject)
  void program.run(instance)
  for (const message of early) {
    self.theraHandle?.(message)
  }
}

start().catch((error: unknown) => {
  self.postMessage(JSON.stringify({ error: String(error) }))
})
