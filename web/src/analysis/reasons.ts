// Facts that tell why a mistake was worse than the better move, from the engine.

import type { Client } from '../engine/client'
import type { Reason } from '../generated/protocol'

/** How many reasons are shown; the first ones matter most. */
const shown = 2

/** The most important reasons, or none: then only the opponent's answer tells. */
export async function reasonsFor(
  engine: Pick<Client, 'ask'>,
  game: string,
  position: string | undefined,
  played: string | undefined,
  better: string | undefined,
): Promise<Reason[]> {
  if (position === undefined || played === undefined || better === undefined) {
    return []
  }
  const { reasons } = await engine.ask('why', { game, position, played, better })
  return reasons.slice(0, shown)
}
