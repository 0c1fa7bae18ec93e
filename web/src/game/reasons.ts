// Facts that tell why a move was worse than a better one, from the engine.

import type { Client } from '../engine/client'
import type { Reason } from '../generated/protocol'

/** Two moves from the same position. */
export interface Comparison {
  game: string
  /** The position before them. */
  position: string
  /** The worse move. */
  played: string
  better: string
}

/** How many reasons are shown; the first ones matter most. */
const shown = 2

/** The kinds of reasons that speak of the played move alone, and so don't give the better one away. */
export const discreet = new Set(['allowed', 'endangered', 'forced', 'parity', 'separated', 'shut'])

/**
 * The most important reasons, or none: then only the opponent's answer tells. While the better move
 * is still to be found, only those that don't give it away.
 */
export async function reasonsFor(
  engine: Pick<Client, 'ask'>,
  compared: Comparison,
  isHidden = false,
): Promise<Reason[]> {
  const { reasons } = await engine.ask('why', { ...compared })
  return reasons.filter(({ kind }) => !isHidden || discreet.has(kind)).slice(0, shown)
}
