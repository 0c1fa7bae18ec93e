// The user's turn while it is being sent to the server.

import type { Stop } from '../game/course.svelte'
import type { View } from '../generated/protocol'

export interface Sent {
  id: string
  turn: string
  ply: number
  /** The last event known when it was played. */
  seen: number
  /** The position it leads to. */
  view: View
}

/** The order that carries it. */
export const turnOrder = ({ id, turn, ply, seen }: Sent, lag: number) => ({
  do: 'turn',
  id,
  turn,
  ply,
  seen,
  lag: Math.round(lag),
})

export const stopOf = ({ turn, view }: Sent): Stop => ({
  move: turn,
  position: view.position,
  turn: view.turn,
  winners: view.winners,
})
