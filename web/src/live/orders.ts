// A player's orders in a game, besides turns.

import { numberOf } from '../engine/seats'
import type { OfferKind } from '../generated/live'

export type Send = (name: string, fields?: object) => void

export const ordersOf = (send: Send) => ({
  resign: () => send('resign'),
  abort: () => send('abort'),
  moreTime: () => send('more-time'),
  claim: (seat: number) => send('claim', { against: numberOf(seat) }),
  offer: (offer: OfferKind) => send('offer', { offer }),
  accept: (offer: OfferKind) => send('accept', { offer }),
  decline: (offer: OfferKind) => send('decline', { offer }),
  phrase: (phrase: string) => send('phrase', { phrase }),
  plan: (ply: number, lines: readonly (readonly string[])[]) => send('plan', { ply, lines }),
})
