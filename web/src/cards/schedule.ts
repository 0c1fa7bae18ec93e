// When cards come back: by FSRS, which estimates from the repetitions how long a thing is remembered.
// Loaded late, because of the library.

import { createEmptyCard, fsrs, Rating } from 'ts-fsrs'
import { isRemoved, type Card } from './card'

/** Whole days, and the same on all devices. */
const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false })
const ratings = { again: Rating.Again, hard: Rating.Hard, good: Rating.Good } as const

/**
 * How far ahead a device's clock may be, in ms. What it has recorded from later counts once the time has
 * come.
 */
const mostAhead = 2 * 24 * 60 * 60 * 1000

/** When a card is due, in ms. The mistake itself counts as the first time that the answer was wrong. */
export function dueOf({ added, repetitions }: Card, now: number): number {
  const begun = new Date(Math.min(added, repetitions[0]?.at ?? added, now))
  let state = scheduler.next(createEmptyCard(begun), begun, Rating.Again).card
  for (const { at, grade } of repetitions) {
    if (grade !== 'removed' && at <= now + mostAhead) {
      state = scheduler.next(state, new Date(at), ratings[grade]).card
    }
  }
  return state.due.getTime()
}

/** A card with the time at which it is due. */
export interface Scheduled<C extends Card = Card> {
  card: C
  due: number
}

/** The cards that have not been removed, those that are due first. */
export const scheduled = (cards: readonly Card[], now: number): Scheduled[] =>
  cards
    .filter((card) => !isRemoved(card))
    .map((card) => ({ card, due: dueOf(card, now) }))
    .sort((a, b) => a.due - b.due)
