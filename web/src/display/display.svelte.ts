// The text program's game, which its page shows and plays: thera amazons --display.

import { movedSeats } from '../engine/seats'
import type { Display } from '../generated/protocol'
import { messageOf } from '../kit/failure'
import { request } from '../server/api'

/** What the page needs of an EventSource. */
export interface Events {
  onmessage: ((event: MessageEvent<string>) => void) | null
  onerror: ((event: Event) => void) | null
  close(): void
}

export class DisplayedGame {
  /** The program's state; undefined until it has sent one. */
  shown: Display | undefined = $state.raw()
  /** Why the program refused the last input, from there or here. */
  refusal: string | undefined = $state()
  /** What went wrong with the connection to the program. */
  error: string | undefined = $state()
  /** Whether the program has exited or can't be reached. */
  gone = $state(false)
  #events: Events

  constructor(events: Events) {
    this.#events = events
    events.onmessage = (event) => {
      const display = movedSeats(JSON.parse(event.data) as Partial<Display>, -1)
      if (display.position !== undefined && display.position !== '') {
        const newest = display.messages?.at(-1)
        // What was refused before the page was opened may be about another position.
        const told = this.shown ? (this.shown.messages.at(-1)?.number ?? 0) : Infinity
        if (newest && newest.number > told) {
          this.refusal = newest.text
        } else if (display.position !== this.shown?.position) {
          this.refusal = undefined
        }
        this.shown = display as Display
        this.gone = display.ended ?? false
      }
      if (this.gone) {
        events.close()
      }
    }
    events.onerror = () => {
      this.gone = true
    }
  }

  close() {
    this.#events.close()
  }

  turn(move: string) {
    return this.#post('turn', { move })
  }

  /** Sends a command to the text program, such as undo. */
  command(line: string) {
    return this.#post('command', { line })
  }

  async #post(name: string, body: object) {
    try {
      await request(`/api/display/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      this.error = undefined
    } catch (error) {
      this.error = messageOf(error)
    }
  }
}
