// The turns of a game that a player should have played differently, by an analysis.

import { seatOf } from '../engine/seats'
import type { Judged } from '../generated/analysis'

export interface Remark {
  /** The turn, counted from 1 over all players. */
  turn: number
  played: string
  best: string
  /** The winning chance with the best turn, and with the one that was played. */
  before: number
  after: number
}

/** The smallest loss of winning chance worth a remark. */
const much = 0.1

/** A seat's worst turns, from 1, in a game for two: at most that many, the worst first. */
export function remarksOf(judged: readonly Judged[], seat: number, most = 3): Remark[] {
  const remarks: Remark[] = []
  judged.forEach((now, i) => {
    const next = judged[i + 1]
    if (
      !next ||
      now.ply % 2 !== seatOf(seat) ||
      !now.played ||
      !now.best ||
      now.played === now.best
    ) {
      return
    }
    const before = now.score.win_probability
    const after = 1 - next.score.win_probability
    if (before - after >= much) {
      remarks.push({ turn: now.ply + 1, played: now.played, best: now.best, before, after })
    }
  })
  return remarks.sort((a, b) => b.before - b.after - (a.before - a.after)).slice(0, most)
}
