// Names, dates, and numbers in the current language.

import { shown } from './topic.svelte'

/**
 * The current language as spoken where the user is: a Briton's dates are not an American's. A region
 * with another script doesn't count: the page's Chinese is written in simplified characters.
 */
export const locale = () =>
  navigator.languages.find(
    (tag) => tag.split('-')[0] === shown() && scriptOf(tag) === scriptOf(shown()),
  ) ?? shown()
const scriptOf = (tag: string) => new Intl.Locale(tag).maximize().script

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
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(millis)

/** A number in the current language. */
export const number = (n: number) => new Intl.NumberFormat(locale()).format(n)

/** A probability as a percentage; 0% and 100% only if certain. */
export function percent(p: number): string {
  const rounded = Math.round(100 * p)
  const shownPart = p <= 0 || p >= 1 ? rounded : Math.min(99, Math.max(1, rounded))
  const sign = rounded === 100 && p < 1 ? '>' : rounded === 0 && p > 0 ? '<' : ''
  return sign + new Intl.NumberFormat(locale(), { style: 'percent' }).format(shownPart / 100)
}

/** A length of time in the largest unit that it is a multiple of: "12 hours". */
export function duration(seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ] as const
  const [unit, length] = units.find(([, length]) => seconds % length === 0) ?? ['second', 1]
  const format = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(locale(), format).format(seconds / length)
}

/** Time left on a clock: with tenths below ten seconds. */
export function clockTime(millis: number): string {
  if (millis >= 10_000) {
    return onClock(Math.floor(millis / 1000))
  }
  const tenths = { minimumIntegerDigits: 2, minimumFractionDigits: 1 }
  const seconds = Math.max(0, Math.floor(millis / 100)) / 10
  return `0:${new Intl.NumberFormat(locale(), tenths).format(seconds)}`
}

/** Time left in whole seconds, at the end of which it is over. */
export const countdown = (millis: number) => onClock(Math.max(0, Math.ceil(millis / 1000)))

/** "2:59", with hours and days if there are any: "3d 01:02". */
function onClock(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  if (h < 24) {
    return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
  }
  const short = { style: 'unit', unit: 'day', unitDisplay: 'narrow' } as const
  const days = new Intl.NumberFormat(locale(), short).format(Math.floor(h / 24))
  return `${days} ${two(h % 24)}:${two(m)}`
}

/** Facts on a line; where it breaks, no line begins with a dot. */
export const dotted = (facts: readonly (string | false | undefined)[]) =>
  facts.filter(Boolean).join('\u00a0· ')

/** What introduces something, where it isn't a colon and a space. */
const colons: Readonly<Record<string, string>> = { fr: '\u00a0: ', zh: '：' }

/** A label and what it is for: "Board: Sea". */
export const labeled = (label: string, text: string) => label + (colons[shown()] ?? ': ') + text

/** A word that is also used in sentences, as it begins a label. */
export const capitalized = (text: string) =>
  text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1)
