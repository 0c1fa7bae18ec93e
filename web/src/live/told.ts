// Events of a game that deserve a sound, a chat bubble, or an announcement.

import { seatOf } from '../engine/seats'
import type { GameEvent, OfferKind } from '../generated/live'

export type Told =
  | { what: 'move' | 'end' }
  | { what: 'offer'; kind: OfferKind; seat: number }
  | { what: 'phrase'; seat: number; phrase: string }
  | { what: 'rematch'; game: string }

/** What to tell a seat about an event, if anything. */
export function toldOf(event: GameEvent, you: number | undefined): Told | undefined {
  const seat = seatOf(event.seat)
  if (event.event === 'ended') {
    return { what: 'end' }
  }
  if (seat === you) {
    return undefined // the user's own turn
  }
  if (event.event === 'turn') {
    return { what: 'move' }
  }
  return event.event === 'offer' && event.offer
    ? { what: 'offer', kind: event.offer, seat }
    : undefined
}
