// A connection to the server that is kept open: when it breaks it is reopened, and continues from the
// last message received.

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
  #heard = 0
  #asked = 0
  #ticker: ReturnType<typeof setInterval> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #closed = false
  #known = false

  /** path is called for each attempt, so that it can name the last message received. */
  constructor(path: () => string, hear: (frame: unknown) => void, dial = dialServer) {
    this.#path = path
    this.#hear = hear
    this.#dial = dial
    addEventListener('online', this.#now)
    document.addEventListener('visibilitychange', this.#now)
    this.#connect()
  }

  /** Sends a message if the connection is open, and returns whether it was. */
  send(frame: object): boolean {
    if (this.open) {
      this.#wire?.send(JSON.stringify(frame))
    }
    return this.open
  }

  close() {
    this.#closed = true
    removeEventListener('online', this.#now)
    document.removeEventListener('visibilitychange', this.#now)
    clearTimeout(this.#retry)
    this.#drop()
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
    const wire = this.#dial(this.#path())
    this.#wire = wire
    this.#heard = Date.now()
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
        this.setTime(frame.now ?? Date.now(), Date.now() - this.#asked)
        return
      }
      if (frame.event === 'disconnected') {
        // The session is over: connecting again would end the same way.
        this.disconnected = frame.reason ?? ''
        this.close()
      }
      this.#hear(frame)
    }
    wire.onclose = () => this.#broken()
    clearInterval(this.#ticker)
    this.#ticker = setInterval(() => {
      if (Date.now() - this.#heard > silence) {
        this.#broken()
      } else {
        this.#ping()
      }
    }, pingEvery)
  }

  #ping() {
    this.#asked = Date.now()
    this.send({ do: 'ping' })
  }

  #broken() {
    this.#drop()
    if (!this.#closed) {
      this.lost = true
      const wait = Math.min(latest, soonest * 2 ** this.#failures++)
      this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2))
    }
  }

  /** Retries at once: the network is back, or the page is visible again. */
  #now = () => {
    if (this.lost && !this.#closed && document.visibilityState === 'visible') {
      clearTimeout(this.#retry)
      this.#drop()
      this.#connect()
    }
  }

  #drop() {
    clearInterval(this.#ticker)
    this.open = false
    const wire = this.#wire
    this.#wire = undefined
    if (wire) {
      wire.onopen = wire.onmessage = wire.onclose = null
      wire.close()
    }
  }
}
