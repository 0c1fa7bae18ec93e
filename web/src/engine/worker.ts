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

/** The size of the program, set when the page is built. */
declare const engineBytes: number

/** How long to wait before each further try to fetch the program, in ms. */
const pauses = [1000, 3000]

const early: string[] = []
self.theraPost = (message) => self.postMessage(message)
self.onmessage = (event: MessageEvent<string>) => {
  if (self.theraHandle) {
    self.theraHandle(event.data)
  } else {
    early.push(event.data)
  }
}

async function fetched(): Promise<Response> {
  for (const pause of [...pauses, undefined]) {
    const found = await fetch(wasm).catch(() => undefined)
    if (found?.ok) {
      return found
    }
    if (pause === undefined) {
      throw new Error(found ? `${wasm}: ${found.status}` : wasm)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  throw new Error(wasm)
}

/** The response, of which is told, while it comes, what part of it is here. */
function counted(response: Response): Response {
  let bytes = 0
  let told = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      const part = Math.min(1, bytes / engineBytes)
      if (part - told >= 0.01) {
        told = part
        self.postMessage(JSON.stringify({ loaded: part }))
      }
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(count), { headers: response.headers })
}

async function start() {
  const program = new self.Go()
  const response = counted(await fetched())
  const { instance } = await WebAssembly.instantiateStreaming(response, program.importObject)
  void program.run(instance)
  for (const message of early) {
    self.theraHandle?.(message)
  }
}

start().catch((error: unknown) => {
  self.postMessage(JSON.stringify({ error: String(error) }))
})
