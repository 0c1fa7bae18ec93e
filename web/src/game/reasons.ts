// Facts that tell why a mistake was worse than the better move, from the engine.

import type { Client } from '../engine/client'
import type { Reason } from '../engine/protocol'
import type { Mistake } from './mistakes'

/** How many reasons are shown; the first ones matter most. */
const shown = 2

/** The most important reasons, or none: then only the opponent's answer tells. */
export async function reasonsFor(
  engine: Pick<Client, 'ask'>,
  game: string,
  { node, better }: Mistake,
): Promise<Reason[]> {
  const { parent, move } = node
  if (!parent || move === undefined || better === undefined) {
    return []
  }
  const question = { game, position: parent.position, played: move, better }
  const { reasons } = await engine.ask('why', question)
  return reasons.slice(0, shown)
}
