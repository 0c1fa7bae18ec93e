// The texts of the page in the language that is chosen.

import { lookOf } from '../looks'
import type { Words } from '../looks/look'
import { settings } from '../settings.svelte'
import { en, type Catalogue, type Side } from './en'
import { nl } from './nl'

const catalogues: Record<typeof settings.language, Catalogue> = { en, nl }

/** The catalogue of the chosen language. Read in markup, it follows the choice. */
export const t = () => catalogues[settings.language]

/** The words of a game in the chosen language. */
export const wordsOf = (game: string): Words => lookOf(game).words[settings.language]

/** What a player of a game is called. */
export const seatName = (game: string, seat: number): string =>
  wordsOf(game).seats[seat] ?? String(seat + 1)

/** Names as a sentence has them: "A, B and C". */
export const listed = (names: readonly string[]) =>
  new Intl.ListFormat(settings.language, { type: 'conjunction' }).format(names)

/** Some players as those who have won or lost. */
export const sideOf = (names: readonly string[]): Side => ({
  names: listed(names),
  many: names.length > 1,
})

/** A date and time in the chosen language. */
export const dateTime = (millis: number) =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    millis,
  )

/** A number in the chosen language. */
export const number = (n: number) => new Intl.NumberFormat(settings.language).format(n)

/** A probability as a percentage, never certain unless it is. */
export function percent(p: number): string {
  const rounded = Math.round(100 * p)
  const shown = Math.min(99, Math.max(1, rounded))
  const sign = rounded === 100 && p < 1 ? '>' : rounded === 0 && p > 0 ? '<' : ''
  return sign + new Intl.NumberFormat(settings.language, { style: 'percent' }).format(shown / 100)
}
