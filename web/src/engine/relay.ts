// Passes messages to the program that answers them, as one program replaces another: first a small
// one, which reports what it must leave for later, then the whole one. Before that, the questions
// asked when a game starts are answered from a recording. When a question has to wait for a
// program, the page hears when the wait starts and when it ends.

import type { Reply } from '../generated/protocol'

/** A running program. It posts its answers. */
export interface Program {
  handle(message: string): void
  /** Takes a file that loads after the program. Throws if the file is bad. */
  give(file: Uint8Array): void
  /** Ends it; it is not called again. */
  end(): void
}

interface Message {
  id: number
  method: string
  params: { search?: number; seed?: number }
}

/** Recorded answers by question, as written by the recorded command of thera-wasm. */
export type Recorded = Partial<Record<string, unknown>>

/** A message's question, as the recording has it. */
function question({ method, params: { seed: _, ...params } }: Message): string {
  return `${method} ${JSON.stringify(params, Object.keys(params).sort())}`
}

const read = (text: string) => JSON.parse(text) as Message

export class Relay {
  #post: (message: string) => void
  /** Called when something starts to wait for a later program, and when nothing does any more. */
  #onwait: (waits: boolean) => void
  #recorded: Recorded
  #first: Program | undefined
  #whole: Program | undefined
  /** What the first program has not answered yet, by ID. */
  #asked = new Map<number, string>()
  /** Requests that stop others, by the ID of what they stop. */
  #stops = new Map<number, string>()
  /** Messages that wait for the next program, in order. */
  #held: string[] = []

  constructor(
    post: (message: string) => void,
    onwait: (waits: boolean) => void = () => {},
    recorded: Recorded = {},
  ) {
    this.#post = post
    this.#onwait = onwait
    this.#recorded = recorded
  }

  /** Handles a message from the page. */
  take(text: string) {
    if (this.#whole && this.#asked.size === 0) {
      this.#whole.handle(text)
      return
    }
    const message = read(text)
    const { id, method, params } = message
    const result = this.#first ? undefined : this.#recorded[question(message)]
    if (result !== undefined) {
      this.#post(JSON.stringify({ id, result }))
      return
    }
    const search = method === 'stop' ? params.search : undefined
    if (search !== undefined && this.#asked.has(search)) {
      this.#stops.set(search, text)
      this.#ask(id, text)
    } else if (this.#whole) {
      this.#whole.handle(text)
    } else if (!this.#first || this.#held.some((held) => read(held).id === search)) {
      this.#hold(text)
    } else {
      this.#ask(id, text)
    }
  }

  #ask(id: number, text: string) {
    this.#asked.set(id, text)
    this.#first?.handle(text)
  }

  #hold(text: string) {
    this.#held.push(text)
    this.#post(JSON.stringify({ id: read(text).id, later: true }))
    if (this.#first) {
      this.#onwait(true)
    }
  }

  /** Handles a message from the first program. */
  answer(text: string) {
    const { id = 0, progress, later } = JSON.parse(text) as Reply & { later?: boolean }
    if (progress !== undefined) {
      this.#post(text)
      return
    }
    const asked = this.#asked.get(id)
    const stop = this.#stops.get(id)
    this.#asked.delete(id)
    this.#stops.delete(id)
    if (!later || asked === undefined) {
      this.#post(text)
    } else {
      for (const message of stop === undefined ? [asked] : [asked, stop]) {
        if (this.#whole) {
          this.#whole.handle(message)
        } else {
          this.#hold(message)
        }
      }
    }
    this.#endFirst()
  }

  /** The first program is running. */
  begin(program: Program) {
    this.#first = program
    this.#again()
  }

  /** A file has arrived with which the first program may know more. */
  give(file: Uint8Array) {
    this.#first?.give(file)
    this.#again()
  }

  /** The whole program is running and has all files. */
  complete(program: Program) {
    this.#whole = program
    this.#again()
    this.#endFirst()
  }

  /** Ends the first program once nothing is asked of it and nothing will be. */
  #endFirst() {
    if (this.#whole && this.#asked.size === 0) {
      this.#first?.end()
      this.#first = undefined
    }
  }

  /** The next part cannot be loaded now: messages that wait for it get this error. */
  fail(error: string) {
    const held = this.#held
    this.#held = []
    this.#onwait(false)
    for (const { id } of held.map(read)) {
      this.#post(JSON.stringify({ id, error, unloaded: true }))
    }
  }

  #again() {
    const held = this.#held
    this.#held = []
    this.#onwait(false)
    for (const message of held) {
      this.#post(JSON.stringify({ id: read(message).id, later: false }))
      this.take(message)
    }
  }
}
