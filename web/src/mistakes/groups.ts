// The cards by game and by theme.

import type { Puzzle } from '../puzzles/puzzles'
import { isPuzzle, type Card, type MistakeCard } from '../cards/card'
import type { Scheduled } from '../cards/schedule'

/** A card to practice, with its puzzle if it is one. */
export type Exercise = { due: number } & (
  { card: MistakeCard; puzzle?: undefined } | { card: Card; puzzle: Puzzle }
)

/** Finds the puzzles of cards. Leaves out those of puzzles that the page no longer has. */
export const exercisesOf = (
  cards: readonly Scheduled[],
  puzzles: ReadonlyMap<string, Puzzle>,
): Exercise[] =>
  cards.flatMap(({ card, due }): Exercise[] => {
    if (!isPuzzle(card)) {
      return [{ card, due }]
    }
    const puzzle = puzzles.get(card.puzzle)
    return puzzle ? [{ card, due, puzzle }] : []
  })

/** What kind of theme: a reason why a turn was a mistake, or the theme of a puzzle. */
export interface Theme {
  kind: 'reason' | 'puzzle'
  name: string
}

/** A mistake for which no reason is known has the theme "other". */
export function themesOf({ card, puzzle }: Exercise): Theme[] {
  if (puzzle) {
    return puzzle.themes.map((name) => ({ kind: 'puzzle', name }))
  }
  const reasons = card.reasons.length > 0 ? card.reasons : ['other']
  return reasons.map((name) => ({ kind: 'reason', name }))
}

export interface Group<K> {
  key: K
  all: Exercise[]
  due: Exercise[]
}

/** Groups of exercises that have a key in common, those with most due first. */
export function groupsBy<K>(
  exercises: readonly Exercise[],
  now: number,
  keysOf: (exercise: Exercise) => K[],
): Group<K>[] {
  const groups = new Map<string, Group<K>>()
  for (const exercise of exercises) {
    for (const key of keysOf(exercise)) {
      const name = JSON.stringify(key)
      const group = groups.get(name) ?? { key, all: [], due: [] }
      groups.set(name, group)
      group.all.push(exercise)
      if (exercise.due <= now) {
        group.due.push(exercise)
      }
    }
  }
  return [...groups.values()].sort(
    (a, b) => b.due.length - a.due.length || b.all.length - a.all.length,
  )
}
