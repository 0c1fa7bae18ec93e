// The games of a class.

import type { Summary } from '../generated/live'
import { gameNames } from '../looks'
import { ask, withParams } from '../server/api'

/** The last games of everyone or of one player, without those that the page can't show. */
export async function gamesOf(
  id: string,
  wanted: { player: string; result?: 'lost'; limit: number },
) {
  const all = await ask<Summary[]>('GET', withParams(`/class/${id}/games`, wanted))
  return all.filter(({ game }) => gameNames.includes(game))
}
