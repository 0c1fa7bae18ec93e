// What the page shows about powers in force. The rules decide which ones are.

import { isAllied } from '../engine/seats'
import type { View } from '../generated/protocol'

/** Whether the text of a power says that it is in force. */
export const isInForce = (power: string) => power.endsWith('^')

/** The seats whose pieces may not move up because of an opponent's power. */
export function barredSeats(view: Pick<View, 'seats' | 'teams' | 'powers'>): Set<number> {
  const seats = Array.from({ length: view.seats }, (_, seat) => seat)
  const bans = seats.filter((seat) => isInForce(view.powers?.[seat] ?? ''))
  return new Set(seats.filter((seat) => bans.some((other) => !isAllied(view, seat, other))))
}
