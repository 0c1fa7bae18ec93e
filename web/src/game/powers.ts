// What the page shows of powers that are in force. Which they are is for the rules to say.

import type { View } from '../engine/protocol'
import { isAllied } from '../engine/seats'

/** Whether the text of a power says that what it does is in force. */
export const isInForce = (power: string) => power.endsWith('^')

/** The seats whose pieces may not go up, since a rival's power forbids it. */
export function barredSeats(view: Pick<View, 'seats' | 'teams' | 'powers'>): Set<number> {
  const seats = Array.from({ length: view.seats }, (_, seat) => seat)
  const bans = seats.filter((seat) => isInForce(view.powers?.[seat] ?? ''))
  return new Set(seats.filter((seat) => bans.some((other) => !isAllied(view, seat, other))))
}
