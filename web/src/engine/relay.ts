// Hands messages to the program that answers them, while one after the other comes: first a
// small one, which says of what it does not know that it is for later, then the whole one.
// Before that, what is asked while a game is begun is answered from a record. Of what has to
// wait for a program the page is told when it begins to wait and when it does no more.

import type { Reply } from './protocol'

/** A program that runs. What it answers it posts. */
export interface Program {
  handle(message: string): void
  /** Takes a file that comes after the program. Throws what is wrong with it. */
  give(file: Uint8Array): void
  /** Lets it go; it is not called any more. */
  end(): void
}

interface Message {
  id: number
  method: string
  params: { search?: number; seed?: number }
}

/** Answers by their questions, as command recorded of thera-wasm writes them. */
export type Recorded = Partial<Record<string, unknown>>

/** The question of a message, as the record has it. */
function question({ method, params: { seed: _, ...params } }: Message): string {
  return `${method} ${JSON.stringify(params, Object.keys(params).sort())}`
}

const read = (text: string) => JSON.parse(text) as Message

export class Relay {
  #post: (message: string) => void
  /** Told when something begins to wait for what is still to come, and when nothing does any more. */
  #onwait: (waits: boolean) => void
  #recorded: Recorded
  #first: Program | undefined
  #whole: Program | undefined
  /** What the first program has not answered yet, by id. */
  #asked = new Map<number, string>()
  /** Those that end it, by the id of what they end. */
  #stops = new Map<number, string>()
  /** What waits for the next to come, in its order. */
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

  /** A message from the page. */
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

  /** A message from the first program. */
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

  /** The first program runs. */
  begin(program: Program) {
    this.#first = program
    this.#again()
  }

  /** A file has come, with which the first program may know more. */
  give(file: Uint8Array) {
    this.#first?.give(file)
    this.#again()
  }

  /** The whole program runs; it has all files. */
  complete(program: Program) {
    this.#whole = program
    this.#again()
    this.#endFirst()
  }

  /** Lets the first program go when nothing is asked of it any more, nor will be. */
  #endFirst() {
    if (this.#whole && this.#asked.size === 0) {
      this.#first?.end()
      this.#first = undefined
    }
  }

  /** What is to come can not be had now: what waits for it is answered with that. */
  fail(error: string) {
    const held = this.#held
    this.#held = []
    this.#onwait(false)
    for (const { id } of held.map(read)) {
      this.#post(JSON.stringify({ id, error }))
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
