// Stored games as one file of records, which the page, the command line, and others can read.

import type { Client } from '../engine/client'
import type { GameText } from '../generated/protocol'
import { dateOf } from '../kit/savefile'
import { opponentName } from '../looks/opponents'
import type { Kept } from './kept'

/** A stored game as a record; person is the name for people in it. */
export function textOf(kept: Kept, person: string): GameText {
  const { game, start, moves, players, result, clock } = kept
  const tags = [
    { name: 'Date', value: dateOf(kept.created || kept.updated) },
    ...players.map(({ kind, level }, i) => ({
      name: `Player${i + 1}`,
      value: kind === 'computer' ? `${opponentName(game, level)} (thera, level ${level})` : person,
    })),
  ]
  if (clock) {
    tags.push({ name: 'TimeControl', value: `${clock.start / 1000}+${clock.increment / 1000}` })
  }
  return {
    game,
    start,
    tags,
    turns: moves.map((move) => ({ move })),
    winners: result?.winners ?? [],
    ...(result ? { reason: result.reason } : {}),
  }
}

/** Writes games one after another in thera's format. */
export async function recordsOf(engine: Client, games: Kept[], person: string): Promise<string> {
  let text = ''
  for (const kept of games) {
    text += await engine.ask('write', { ...textOf(kept, person), format: 'thera' })
  }
  return text
}
