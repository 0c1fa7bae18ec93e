// A connection to the server that is kept open: when it breaks it is reopened, and continues from the
// last message received.

import { SvelteSet } from 'svelte/reactivity'
import { Scope } from '../base/scope'

/** What is needed of a WebSocket. */
export interface Wire {
  onopen: (() => void) | null
  onmessage: ((event: { data: string }) => void) | null
  onclose: (() => void) | null
  send(text: string): void
  close(): void
}

export type Dial = (path: string) => Wire

/** Times of a connection, in ms. */
export const timing = {
  /** How often to ping the server. */
  ping: 3000,
  /** How long an answer may take until the user hears of it. */
  late: 2500,
  /** How long it may take until the connection is opened again. */
  silence: 8000,
  /** The shortest and the longest time between two attempts. */
  soonest: 250,
  latest: 8000,
}

/** All links that are to be open. */
const links = new SvelteSet<Link>()

/** Whether a connection that should be open does not work. */
export const isDisconnected = () => [...links].some((link) => link.down)

const dialServer: Dial = (path) => {
  const address = new URL(path, location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  return new WebSocket(address) as Wire
}

interface Told {
  event: string
  /** Of a pong. */
  now?: number
}

export class Link {
  /** Whether messages can be sent. */
  open = $state(false)
  /** Whether the connection was open before and should be again. */
  lost = $state(false)
  /** Whether the server has not answered for too long. */
  late = $state(false)
  /** The round-trip time to the server, in milliseconds. */
  lag = $state(0)
  /** What to add to the local time to get the server's. */
  offset = 0
  #path: () => string
  #hear: (frame: unknown) => void
  #dial: Dial
  #wire: Wire | undefined
  #failures = 0
  /** When the ping was sent that has not been answered. */
  #asked: number | undefined
  #known = false
  #scope: Scope
  /** The current attempt to connect, and the connection that it becomes. */
  #attempt: Scope
  /** The wait for an answer, while one is awaited. */
  #overdue: Scope | undefined

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
    links.add(this)
    this.#scope.onend(() => links.delete(this))
    this.#connect()
  }

  /** Whether what is sent now may not arrive. */
  get down() {
    return this.lost || this.late
  }

  /** Sends a message if the connection is open, and returns whether it was. */
  send(frame: object): boolean {
    if (this.open) {
      this.#wire?.send(JSON.stringify(frame))
      this.#ping() // so that it is soon known whether the message arrives
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
    this.#asked = undefined
    this.#attempt.onend(() => {
      this.#heard()
      this.open = false
      wire.onopen = wire.onmessage = wire.onclose = null
      wire.close()
    })
    this.#await()
    wire.onopen = () => {
      this.#failures = 0
      this.open = true
      this.lost = false
      this.#ping()
    }
    wire.onmessage = ({ data }) => {
      this.#heard()
      const frame = JSON.parse(data) as Told
      if (frame.event === 'pong') {
        const now = Date.now()
        this.setTime(frame.now ?? now, now - (this.#asked ?? now))
        this.#asked = undefined
        return
      }
      if (frame.event === 'disconnected') {
        // The session is over: connecting again would end the same way.
        this.#scope.end()
      }
      this.#hear(frame)
    }
    wire.onclose = () => this.#broken()
    this.#attempt.every(timing.ping, () => this.#ping())
  }

  /** Pings the server, unless the last ping is still unanswered: the trip would seem too short. */
  #ping() {
    if (this.open && this.#asked === undefined) {
      this.#asked = Date.now()
      this.#wire?.send(JSON.stringify({ do: 'ping' }))
    }
    this.#await()
  }

  /** Awaits a message from now on, unless one is awaited already. */
  #await() {
    if (this.#overdue) {
      return
    }
    const overdue = new Scope(this.#attempt)
    this.#overdue = overdue
    void overdue
      .sleep(timing.late)
      .then(() => {
        this.late = this.open
        return overdue.sleep(timing.silence - timing.late)
      })
      .then(() => this.#broken())
  }

  #heard() {
    this.#overdue?.end()
    this.#overdue = undefined
    this.late = false
  }

  #broken() {
    this.lost = true
    this.#attempt = this.#attempt.next()
    const wait = Math.min(timing.latest, timing.soonest * 2 ** this.#failures++)
    void this.#attempt.sleep(wait * (0.75 + Math.random() / 2)).then(() => this.#connect())
  }

  /** Retries at once: the network is back, or the page is visible again. */
  #now = () => {
    if (this.down && document.visibilityState === 'visible') {
      this.#connect()
    }
  }
}
