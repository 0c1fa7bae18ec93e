// The same engine for Node, in its own thread.

import { Worker } from 'node:worker_threads'
import { Engine } from './engine.js'

export { Engine, EngineError } from './engine.js'

export function startEngine(onloaded = () => {}) {
  const worker = new Worker(new URL('./node-worker.js', import.meta.url))
  const port = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => worker.postMessage(message),
  }
  worker.on('message', (data) => port.onmessage?.({ data }))
  worker.on('error', (error) => port.onerror?.(error))
  onloaded(1)
  return new Engine(port, onloaded, () => void worker.terminate())
}
