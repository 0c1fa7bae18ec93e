// How games end: by the rules, by resignation, or on time.

import { isAllied } from '../engine/seats'
import type { View } from '../generated/protocol'
import { bothSides, say, seatName, sideOf, t } from '../i18n'

/** drop is a win with Pan by moving down two levels; last is the only side left. */
export const reasons = ['stuck', 'climb', 'drop', 'last', 'resignation', 'time'] as const
export type Reason = (typeof reasons)[number]

export interface Result {
  winners: number[]
  reason: Reason
}

/** How the rules have ended a game, undefined while it continues. */
export function endByRules({ winners, ending }: View): Result | undefined {
  const reason = reasons.find((r) => r === ending)
  return reason && { winners, reason }
}

/** The end of a game that a seat loses with its partner, regardless of the rules. */
export const endByLoss = (
  view: Pick<View, 'seats' | 'teams'>,
  loser: number,
  reason: Reason,
): Result => ({
  winners: Array.from({ length: view.seats }, (_, seat) => seat).filter(
    (seat) => !isAllied(view, seat, loser),
  ),
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
