// The user's turn while it is being sent to the server.

import type { View } from '../generated/protocol'

export interface Sent {
  id: string
  turn: string
  ply: number
  /** The last event known when it was played. */
  seen: number
  /** The position it leads to. */
  view: View
  /** Whether the server has refused it for now, so that the user's clock still runs. */
  isPutOff?: boolean
}

/** Whether the server refuses a turn for a while only: it can't store it, or is about to restart. */
export const isPutOff = (reason: string) => reason === 'not-stored' || reason === 'ending'

/** The order that carries it. */
export const turnOrder = ({ id, turn, ply, seen }: Sent, lag: number) => ({
  do: 'turn',
  id,
  turn,
  ply,
  seen,
  lag: Math.round(lag),
})
