// For tests: the server's end of a socket.

import type { Dial, Wire } from './link.svelte'

export interface FakeWire extends Wire {
  path: string
  sent: Record<string, unknown>[]
  closed: boolean
  /** Sends something from the server. */
  tell(frame: object): void
}

/** Dials sockets whose other ends the test holds. */
export function fakeDial(): { wires: FakeWire[]; dial: Dial } {
  const wires: FakeWire[] = []
  const dial: Dial = (path) => {
    const wire: FakeWire = {
      path,
      sent: [],
      closed: false,
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text) => void wire.sent.push(JSON.parse(text) as Record<string, unknown>),
      close: () => void (wire.closed = true),
      tell: (frame) => wire.onmessage?.({ data: JSON.stringify(frame) }),
    }
    wires.push(wire)
    return wire
  }
  return { wires, dial }
}
