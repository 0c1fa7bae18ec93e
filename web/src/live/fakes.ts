// For tests: the server's end of a socket, and an engine for a counting game.

import { fakeEngine } from '../engine/fake'
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

const viewOf = (position: string, turn = Number(position) % 2) => ({
  game: 'amazons',
  position,
  turn,
  winners: [],
  seats: 2,
  files: 1,
  ranks: 1,
  cells: [],
})

interface Params {
  position: string
  start: string
  move: string
  moves: string[]
  turn: number
}

function answer(method: string, { position, start, move, moves, turn }: Params) {
  const next = (from: string, to: string) => {
    if (Number(to) !== Number(from) + 1) {
      throw new Error(`illegal move ${to}`)
    }
    return { move: to, ...viewOf(to) }
  }
  switch (method) {
    case 'start':
      return viewOf('0')
    case 'view':
      return viewOf(position)
    case 'play':
      return { move, view: next(position, move) }
    case 'compose':
      return viewOf('9', turn)
    default: {
      const stations = moves.map((to, i) => next(moves[i - 1] ?? start, to))
      return { stations: [viewOf(start), ...stations] }
    }
  }
}

/** An engine for a game in which each move is the next number. */
export const countingEngine = fakeEngine(answer).engine
