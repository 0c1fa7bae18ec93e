// How games end: by the rules, or because somebody gives up or has no time left.

import type { View } from '../engine/protocol'
import { bothSides, say, seatName, sideOf, t } from '../i18n'

/**
 * Nobody can move on, one has climbed, or dropped with Pan, or is the last one left, has given up or
 * run out of time.
 */
export const reasons = ['stuck', 'climb', 'drop', 'last', 'resignation', 'time'] as const
export type Reason = (typeof reasons)[number]

export interface Result {
  winners: number[]
  reason: Reason
}

/** How the rules have ended a game, undefined while it goes on. */
export function endByRules({ winners, ending }: View): Result | undefined {
  const reason = reasons.find((r) => r === ending)
  return reason && { winners, reason }
}

/** The end of a game that a seat loses whatever the rules say. */
export const endByLoss = (seats: number, loser: number, reason: Reason): Result => ({
  winners: Array.from({ length: seats }, (_, seat) => seat).filter((seat) => seat !== loser),
  reason,
})

/** The end of a game in words; you is the seat of the only person at the page, if there is one. */
export function wordsOfEnd({ winners, reason }: Result, game: string, seats: number, you?: number) {
  const ending = t().endings[reason]
  const side = (has: boolean) =>
    sideOf(
      Array.from({ length: seats }, (_, seat) => seat)
        .filter((seat) => winners.includes(seat) === has)
        .map((seat) => seatName(game, seat)),
    )
  if (you !== undefined) {
    return say(winners.includes(you) ? ending.won : ending.lost, side(true))
  }
  return say(ending.seen, bothSides(side(true), side(false)))
}
