// Names, dates, and numbers in the current language.

import { shown } from './topic.svelte'

/** The current language as spoken where the user is: a Briton's dates are not an American's. */
export const locale = () =>
  navigator.languages.find((tag) => tag.split('-')[0] === shown()) ?? shown()

/** Names as a list in a sentence: "A, B, and C". */
export const listed = (names: readonly string[]) =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names)

/** The players on a side: their names, and how many there are. */
export const sideOf = (names: readonly string[]) => ({ names: listed(names), count: names.length })
type Side = ReturnType<typeof sideOf>

/** The winners and losers, as parameters of messages to spectators. */
export const bothSides = (winner: Side, loser: Side) => ({
  winners: winner.names,
  winnerCount: winner.count,
  losers: loser.names,
  loserCount: loser.count,
})

/** A date and time in the current language. */
export const dateTime = (millis: number) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(millis)

/** A date in the current language. */
export const date = (millis: number) =>
  new Intl.DateTimeFormat(shown(), { dateStyle: 'medium' }).format(millis)

/** A number in the current language. */
export const number = (n: number) => new Intl.NumberFormat(locale()).format(n)

/** A probability as a percentage; 0% and 100% only if certain. */
export function percent(p: number): string {
  const rounded = Math.round(100 * p)
  const shownPart = p <= 0 || p >= 1 ? rounded : Math.min(99, Math.max(1, rounded))
  const sign = rounded === 100 && p < 1 ? '>' : rounded === 0 && p > 0 ? '<' : ''
  return sign + new Intl.NumberFormat(locale(), { style: 'percent' }).format(shownPart / 100)
}
