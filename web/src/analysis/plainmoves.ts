// A plain list of moves, as people copy it from a page or a chat: "1. d1-d7(g7) g10-g5(d5) 2. …".

import type { Rules } from '../game/turns'
import type { GameText, Turn } from '../generated/protocol'

/** The moves of a text, without the numbers of rounds. */
const movesIn = (text: string) =>
  text.split(/\s+/).flatMap((word) => word.replace(/^\d+\.+/, '') || [])

/**
 * Reads a list of moves that begins at one of some positions; undefined if not even its first move
 * is legal there. Moves after an illegal one stay: opening the game reports them.
 */
export async function readMoves(
  rules: Rules,
  game: string,
  starts: readonly string[],
  text: string,
): Promise<GameText | undefined> {
  const moves = movesIn(text)
  for (const start of moves.length > 0 ? starts : []) {
    const { stations } = await rules.ask('replay', { game, start, moves })
    if (stations.length > 1) {
      const turns: Turn[] = moves.map((move, i) => ({ move: stations[i + 1]?.move ?? move }))
      return { game, start, tags: [], turns, winners: [] }
    }
  }
  return undefined
}
