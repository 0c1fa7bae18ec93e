// What is told of a game while one looks: to be heard, shown or said.

import type { GameEvent, OfferKind } from './wire'

export type Told =
  | { what: 'move' | 'end' }
  | { what: 'offer'; kind: OfferKind; seat: number }
  | { what: 'phrase'; seat: number; phrase: string }
  | { what: 'rematch'; game: string }

/** What is to be told of an event to who sits at a seat, if anything. */
export function toldOf(event: GameEvent, you: number | undefined): Told | undefined {
  const seat = (event.seat ?? 0) - 1
  if (event.event === 'ended') {
    return { what: 'end' }
  }
  if (seat === you) {
    return undefined // who knows it
  }
  if (event.event === 'turn') {
    return { what: 'move' }
  }
  return event.event === 'offer' && event.offer
    ? { what: 'offer', kind: event.offer, seat }
    : undefined
}
