import { expect, it } from 'vitest'
import { repeated, type Grade, type PuzzleCard } from './card'
import { dueOf, scheduled } from './schedule'

const day = 24 * 60 * 60 * 1000
const start = Date.UTC(2026, 10, 27, 12)
const card: PuzzleCard = {
  id: 'hermit#p',
  updated: start,
  game: 'hermit',
  added: start,
  puzzle: 'p',
  repetitions: [],
  sent: '',
}

/** The days until a card comes back, each time after one of these grades on the day it is due. */
function intervals(grades: Grade[]) {
  let [now, known] = [start, card]
  return [undefined, ...grades].map((grade) => {
    known = grade ? repeated(known, now, grade) : known
    const due = dueOf(known, now)
    const days = (due - now) / day
    now = due
    return days
  })
}

// As ts-fsrs 5.4.2 has them with its usual parameters.
it('comes back later and later while it goes well', () => {
  expect(intervals(['good', 'good', 'good', 'good', 'good'])).toEqual([1, 3, 8, 22, 54, 124])
})

it('comes back sooner after a hint, and the next day after a wrong answer', () => {
  expect(intervals(['hard', 'hard', 'good', 'good'])).toEqual([1, 2, 3, 7, 14])
  expect(intervals(['good', 'good', 'again', 'good'])).toEqual([1, 3, 8, 1, 3])
})

it('can be repeated before it is due', () => {
  const early = repeated(card, start + 1000, 'good')
  expect(dueOf(early, start + 1000)).toBeGreaterThan(start + day)
})

it('survives clocks that are a day off, either way', () => {
  const good = dueOf(repeated(card, start + day, 'good'), start + day)
  for (const off of [-2 * day, day]) {
    const due = dueOf(repeated(card, start + day + off, 'good'), start + day)
    expect(Math.abs(due - good)).toBeLessThanOrEqual(4 * day)
    expect(due).toBeGreaterThan(start)
  }
})

it('does not wait for a time that a wrong clock has recorded far ahead', () => {
  const wrong = repeated(card, start + 9000 * day, 'good')
  expect(dueOf(wrong, start)).toBe(dueOf(card, start))
  expect(dueOf({ ...card, added: start + 9000 * day }, start)).toBe(start + day)
})

it('comes first if it is due first, and not at all once it is removed', () => {
  const other = repeated({ ...card, id: 'other' }, start + day, 'good')
  const gone = repeated(card, start, 'removed')
  expect(scheduled([other, card, gone], start).map((one) => one.card)).toEqual([card, other])
})
