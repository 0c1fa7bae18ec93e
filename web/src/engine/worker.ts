/// <reference lib="webworker" />
// The Web Worker that runs the Go programs: a small one, enough to start a game, then Santorini's
// network, then the whole engine, which takes over. The page and they exchange messages as text,
// which is parsed here for them; see thera's package internal/ui/browser. Until the first one runs, a
// recording has the answers needed for the first turn of a game.

import '../../wasm/wasm_exec.js'
import firstProgram from '../../wasm/first.wasm?url'
import network from '../../wasm/network.bin?url'
import recorded from '../../wasm/recorded.json?raw'
import wholeProgram from '../../wasm/thera.wasm?url'
import { Relay, type Program, type Recorded } from './relay'

interface Go {
  importObject: WebAssembly.Imports
  run(instance: WebAssembly.Instance): Promise<void>
}

declare const self: DedicatedWorkerGlobalScope & {
  Go: new () => Go
  theraPost: (message: string) => void
  theraHandle: (message: unknown) => void
  theraGive: (file: Uint8Array) => string | null
  theraEnd: () => void
}

/** The sizes of the files, set when the page is built. */
declare const engineBytes: { first: number; network: number; whole: number }

/** How long to wait before each retry of a file, in ms. */
const pauses = [1000, 3000]

async function fetched(address: string, [pause, ...later] = pauses): Promise<Response> {
  const found = await fetch(address).catch(() => undefined)
  if (found?.ok) {
    return found
  }
  if (pause === undefined) {
    throw new Error(found ? `${address}: ${found.status}` : address)
  }
  await new Promise((resolve) => setTimeout(resolve, pause))
  return fetched(address, later)
}

/** The fraction loaded of the awaited bytes, which the page hears while it waits. */
let waits = true
let bytes = 0
let most = engineBytes.first
let told = 0

function tell(part: number) {
  told = part
  self.postMessage(JSON.stringify({ loaded: part }))
}

/** The response, with its bytes counted as they arrive. */
function counted(response: Response): Response {
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      const part = Math.min(1, bytes / most)
      if (waits && part - told >= 0.01) {
        tell(part)
      }
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(count), { headers: response.headers })
}

async function started(address: string, post: (message: string) => void): Promise<Program> {
  const go = new self.Go()
  const response = counted(await fetched(address))
  const { instance } = await WebAssembly.instantiateStreaming(response, go.importObject)
  self.theraPost = post
  void go.run(instance)
  const { theraHandle, theraGive, theraEnd } = self
  return {
    handle(message) {
      theraHandle(JSON.parse(message))
    },
    end: theraEnd,
    give(file) {
      const wrong = theraGive(file)
      if (wrong !== null) {
        throw new Error(`${network}: ${wrong}`)
      }
    },
  }
}

const post = (message: string) => {
  self.postMessage(message)
}
const relay = new Relay(
  post,
  (begins) => {
    if (begins !== waits) {
      waits = begins
      tell(begins ? Math.min(1, bytes / most) : 1)
    }
    if (begins) {
      rest()
    }
  },
  JSON.parse(recorded) as Recorded,
)
self.onmessage = (event: MessageEvent<string>) => {
  relay.take(event.data)
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Whether the rest after the first program is loading or loaded. */
let coming = false

/** Loads the rest after the first program; after a failure, again when something waits for it. */
function rest() {
  if (!coming) {
    coming = true
    complete().catch((error: unknown) => {
      coming = false
      relay.fail(messageOf(error))
    })
  }
}

async function complete() {
  bytes = 0
  most = engineBytes.network + engineBytes.whole
  const file = new Uint8Array(await counted(await fetched(network)).arrayBuffer())
  relay.give(file)
  const whole = await started(wholeProgram, post)
  whole.give(file)
  relay.complete(whole)
  post(JSON.stringify({ complete: true }))
}

started(firstProgram, (message) => {
  relay.answer(message)
}).then(
  (program) => {
    relay.begin(program)
    rest()
  },
  (error: unknown) => {
    post(JSON.stringify({ error: messageOf(error) }))
  },
)
