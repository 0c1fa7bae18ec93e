// A connection to the server that is kept open: when it breaks it is reopened, and continues from the
// last message received.

import { Scope } from '../scope'

/** What is needed of a WebSocket. */
export interface Wire {
  onopen: (() => void) | null
  onmessage: ((event: { data: string }) => void) | null
  onclose: (() => void) | null
  send(text: string): void
  close(): void
}

export type Dial = (path: string) => Wire

/** How often to ping the server, and how long it may be silent. */
const pingEvery = 3000
const silence = 10_000
/** The shortest and the longest time between two attempts. */
const soonest = 250
const latest = 8000

const dialServer: Dial = (path) => {
  const address = new URL(path, location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  return new WebSocket(address) as Wire
}

interface Told {
  event: string
  /** Of a pong. */
  now?: number
  /** Why the connection has ended. */
  reason?: string
}

export class Link {
  /** Whether messages get through. */
  open = $state(false)
  /** Whether the connection was open before and should be again. */
  lost = $state(false)
  /** Why the server has ended the connection for good, such as "sign-in". */
  disconnected: string | undefined = $state()
  /** The round-trip time to the server, in milliseconds. */
  lag = $state(0)
  /** What to add to the local time to get the server's. */
  offset = 0
  #path: () => string
  #hear: (frame: unknown) => void
  #dial: Dial
  #wire: Wire | undefined
  #failures = 0
  /** When the last message came, or the connection was begun. */
  #heard = 0
  /** When the ping was sent that has not been answered. */
  #asked: number | undefined
  #known = false
  #scope: Scope
  /** The current attempt to connect, and the connection that it becomes. */
  #attempt: Scope

  /** path is called for each attempt, so that it can name the last message received. */
  constructor(
    scope: Scope,
    path: () => string,
    hear: (frame: unknown) => void,
    dial: Dial = dialServer,
  ) {
    this.#scope = new Scope(scope)
    this.#attempt = new Scope(this.#scope)
    this.#path = path
    this.#hear = hear
    this.#dial = dial
    const { signal } = this.#scope
    addEventListener('online', this.#now, { signal })
    document.addEventListener('visibilitychange', this.#now, { signal })
    this.#connect()
  }

  /** Sends a message if the connection is open, and returns whether it was. */
  send(frame: object): boolean {
    if (this.open) {
      this.#wire?.send(JSON.stringify(frame))
    }
    return this.open
  }

  /** Takes the server's time from a message that just arrived, given its round-trip time. */
  setTime(now: number, trip: number) {
    // The quickest round trips give the best estimate.
    if (!this.#known || trip <= this.lag) {
      this.offset = now + trip / 2 - Date.now()
    }
    this.lag = this.#known ? this.lag + 0.3 * (trip - this.lag) : trip
    this.#known = true
  }

  #connect() {
    this.#attempt = this.#attempt.next()
    const wire = this.#dial(this.#path())
    this.#wire = wire
    this.#heard = Date.now()
    this.#asked = undefined
    this.#attempt.onend(() => {
      this.open = false
      wire.onopen = wire.onmessage = wire.onclose = null
      wire.close()
    })
    wire.onopen = () => {
      this.#failures = 0
      this.open = true
      this.lost = false
      this.#ping()
    }
    wire.onmessage = ({ data }) => {
      this.#heard = Date.now()
      const frame = JSON.parse(data) as Told
      if (frame.event === 'pong') {
        const now = Date.now()
        this.setTime(frame.now ?? now, now - (this.#asked ?? now))
        this.#asked = undefined
        return
      }
      if (frame.event === 'disconnected') {
        // The session is over: connecting again would end the same way.
        this.disconnected = frame.reason ?? ''
        this.#scope.end()
      }
      this.#hear(frame)
    }
    wire.onclose = () => this.#broken()
    this.#attempt.every(pingEvery, () => {
      if (this.#isSilent()) {
        this.#broken()
      } else {
        this.#ping()
      }
    })
  }

  /** Whether the server owes an answer for too long. A hidden tab may ping only once a minute. */
  #isSilent(): boolean {
    const since = this.open ? this.#asked : this.#heard
    return since !== undefined && Date.now() - Math.max(since, this.#heard) > silence
  }

  #ping() {
    if (this.#asked === undefined && this.send({ do: 'ping' })) {
      this.#asked = Date.now()
    }
  }

  #broken() {
    this.lost = true
    this.#attempt = this.#attempt.next()
    const wait = Math.min(latest, soonest * 2 ** this.#failures++)
    void this.#attempt.sleep(wait * (0.75 + Math.random() / 2)).then(() => this.#connect())
  }

  /** Retries at once: the network is back, or the page is visible again. */
  #now = () => {
    if (this.lost && document.visibilityState === 'visible') {
      this.#connect()
    }
  }
}
