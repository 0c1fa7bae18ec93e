// Server analysis of a game played on the server: requesting and following it.

import type { Analysis, Frame, Judged, State } from '../generated/analysis'
import type { Disconnected } from '../generated/live'
import { ask, Problem, request } from '../server/api'
import { beSomebody } from '../server/me.svelte'

/** How long to wait before reopening a broken stream. */
const pause = 2000

/** Opens a stream and passes on its lines as they arrive. */
export type Follow = (
  path: string,
  hear: (line: string) => void,
  gone: AbortSignal,
) => Promise<void>

const followServer: Follow = async (path, hear, gone) => {
  const { body } = await request(`/api/v1${path}`, { signal: gone })
  if (!body) {
    return
  }
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) {
      return
    }
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    lines.filter(Boolean).forEach(hear)
  }
}

export class Reviewed {
  readonly id: string
  /** Undefined while unknown. */
  state: State | undefined = $state()
  /** Whether an analysis worker is available. */
  possible = $state(false)
  /** Whether it is running because this user asked for it. */
  yours = $state(false)
  /** How many positions there are to analyze, and how many are done. */
  of = $state(0)
  known = $state(0)
  #judged: (judged: Judged, nodes: number) => void
  #follow: Follow
  #gone = new AbortController()
  #nodes = 0

  /** take receives each analyzed position, perhaps more than once. */
  constructor(id: string, take: (judged: Judged, nodes: number) => void, follow = followServer) {
    this.id = id
    this.#judged = take
    this.#follow = follow
  }

  get #path() {
    return `/game/${encodeURIComponent(this.id)}/analysis`
  }

  /** Loads the state of the analysis, and follows it if there is one. */
  async load() {
    await this.#hear(await ask<Analysis>('GET', this.#path))
  }

  /** Requests the analysis and follows it. */
  async begin() {
    await beSomebody()
    await this.#hear(await ask<Analysis>('POST', this.#path))
  }

  /** Cancels the user's own request, if it is still running. */
  async cancel() {
    try {
      this.#take(await ask<Analysis>('DELETE', this.#path))
    } catch (reason) {
      if (!(reason instanceof Problem && reason.reason === 'not-begun')) {
        throw reason
      }
      this.#take(await ask<Analysis>('GET', this.#path))
    }
  }

  /** Stops following it. */
  close() {
    this.#gone.abort()
  }

  async #hear(analysis: Analysis) {
    this.#take(analysis)
    while (this.#goesOn()) {
      try {
        await this.#follow(
          `${this.#path}/stream?after=${this.known}`,
          (line) => this.#tell(JSON.parse(line) as Frame | Disconnected),
          this.#gone.signal,
        )
      } catch {
        // The server is away, or the user has left the page.
      }
      if (this.#goesOn()) {
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  }

  #take({ judged, yours, ...analysis }: Analysis) {
    this.#tell({ event: 'analysis', ...analysis })
    this.yours = yours
    this.known = 0
    judged.forEach((one) => this.#judge(one))
  }

  #goesOn = () => this.state === 'begun' && !this.#gone.signal.aborted

  #tell(frame: Frame | Disconnected) {
    if (frame.event === 'disconnected') {
      this.close() // the user was signed out
      return
    }
    if (frame.event === 'judged') {
      this.#judge(frame)
      return
    }
    this.state = frame.state
    this.of = frame.of
    this.possible = frame.possible
    this.yours &&= frame.state === 'begun'
    this.#nodes = frame.nodes
  }

  #judge(judged: Judged) {
    this.known = judged.ply + 1
    this.#judged(judged, this.#nodes)
  }
}
