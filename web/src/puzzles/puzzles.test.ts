// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import en from '../i18n/en/puzzles.json'
import { gameNames } from '../looks'
import { setAccount } from '../store/stored.svelte'
import { hasPuzzles } from './files'
import {
  bandOf,
  daily,
  dayBefore,
  gameOf,
  loadPuzzles,
  pick,
  type Choice,
  type Puzzle,
} from './puzzles'
import { record, storedRecord } from './record.svelte'

const puzzle = (id: string, grade: number, ...themes: string[]): Puzzle => ({
  id,
  game: 'amazons',
  position: id,
  moves: 20,
  effort: 100,
  grade,
  line: ['a1-a2(a1)'],
  themes,
})

describe.each(gameNames.filter(hasPuzzles))('puzzles of %s', (game) => {
  it('are in order, and their themes have names', async () => {
    const puzzles = await loadPuzzles(game)
    const grades = puzzles.map((p) => p.grade)
    expect(grades).toEqual([...grades].sort((a, b) => a - b))
    const themes = puzzles.flatMap((p) => p.themes)
    expect(themes.filter((theme) => !(theme in en.themes))).toEqual([])
  })
})

describe('bandOf', () => {
  it.each([
    [400, 'veryEasy'],
    [800, 'easy'],
    [949.9, 'easy'],
    [4000, 'veryHard'],
  ])('calls %d %s', (grade, band) => expect(bandOf(grade)).toBe(band))
})

describe('the puzzle of the day', () => {
  const puzzles = [puzzle('b', 1), puzzle('a', 2), puzzle('c', 3)]
  it('is the same in whatever order they come, and another one the next day', () => {
    const days = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']
    const ids = days.map((day) => daily(puzzles, day)?.id)
    expect(ids.slice(0, 3).sort()).toEqual(['a', 'b', 'c'])
    expect(ids[3]).toBe(ids[0])
    expect(days.map((day) => daily([...puzzles].reverse(), day)?.id)).toEqual(ids)
    expect(daily([], '2026-11-22')).toBeUndefined()
    const games = ['amazons', 'santorini', 'hermit']
    expect(
      days
        .slice(1)
        .map((day) => gameOf(games, day))
        .sort(),
    ).toEqual([...games].sort())
  })
})

describe('pick', () => {
  const puzzles = Array.from({ length: 30 }, (_, i) =>
    puzzle(`p${i}`, 700 + 50 * i, i % 2 ? 'trap' : 'wall'),
  )
  const wanted = (choice: Partial<Choice>, now?: Puzzle) =>
    pick(
      puzzles,
      {
        theme: undefined,
        wish: 'near',
        rating: 1400,
        ratingOf: (p) => p.grade,
        tried: () => undefined,
        random: () => 0,
        ...choice,
      },
      now,
    )
  it('draws one near the rating, or as far off as is wished', () => {
    expect(wanted({})?.grade).toBe(1400)
    expect(wanted({ wish: 'harder' })?.grade).toBe(1600)
    expect(wanted({ wish: 'easier' })?.grade).toBe(1200)
    expect(Math.abs((wanted({ random: () => 0.999 })?.grade ?? 0) - 1400)).toBeLessThanOrEqual(200)
  })
  it('keeps to a theme', () => expect(wanted({ theme: 'trap' })?.themes).toEqual(['trap']))
  it('leaves out what has been tried, then comes back to what was missed', () => {
    expect(wanted({ tried: (p) => (p.grade === 1400 ? true : undefined) })?.grade).not.toBe(1400)
    expect(wanted({ tried: (p) => p.id !== 'p3' })?.id).toBe('p3')
    expect(wanted({ tried: () => true }, puzzles[14])).not.toBe(puzzles[14])
  })
  it('has nothing of a theme that there is not', () =>
    expect(wanted({ theme: 'none' })).toBeUndefined())
})

/** What the page of November 2026 has stored. */
const text =
  '{"games":{"hermit":{"tried":{"p0":true,"p1":false},"rating":{"rating":1012.5,"deviation":170,' +
  '"volatility":0.09},"at":1764000000000,"run":0,"best":1,"waiting":[{"id":"p1","turns":["Ra1"]}]}},' +
  '"days":3,"day":"2026-11-26"}'

/** Stores a text as another tab does. */
function store(text: string) {
  localStorage.setItem('thera.puzzles', text)
  dispatchEvent(new StorageEvent('storage', { key: 'thera.puzzles' }))
}

describe('the record', () => {
  const rating = { rating: 1000, deviation: 200, volatility: 0.09 }
  beforeEach(() => storedRecord.remove(''))

  it('counts in a row, until one is missed', () => {
    for (const [i, solved] of [true, true, false, true].entries()) {
      record.add({ game: 'hermit', id: `p${i}` }, solved, [], rating, i)
    }
    expect(record.of('hermit')).toMatchObject({ run: 1, best: 2, at: 3, rating })
    expect(record.of('hermit').tried).toEqual({ p0: true, p1: true, p2: false, p3: true })
    expect(record.of('amazons').tried).toEqual({})
  })
  it('counts a first try once, and keeps what another tab has added', () => {
    record.add({ game: 'hermit', id: 'p0' }, false, [], rating, 1)
    store(text)
    record.add({ game: 'hermit', id: 'p0' }, false, [], rating, 2)
    record.add({ game: 'amazons', id: 'a0' }, true, [], rating, 3)
    expect(record.of('hermit')).toMatchObject({ tried: { p0: true, p1: false }, best: 1 })
    expect(JSON.parse(localStorage.getItem('thera.puzzles') ?? '')).toMatchObject({
      games: { hermit: { tried: { p0: true, p1: false } }, amazons: { tried: { a0: true } } },
      days: 3,
    })
  })
  it('belongs to an account', () => {
    record.add({ game: 'hermit', id: 'p0' }, true, [], rating, 1)
    setAccount('ann')
    expect(record.of('hermit').rating).toBeUndefined()
    setAccount('')
    expect(record.of('hermit').rating).toEqual(rating)
  })
  it('reads what the page has stored before', () => {
    store(text)
    expect(JSON.stringify(storedRecord.value)).toBe(text)
    expect(record.daysOn('2026-11-27')).toBe(3)
  })
  it('reads nothing out of what is of no use', () => {
    for (const text of ['', '{', '[]', '{"games":7,"days":-1}', '{"games":{"a":{"run":"x"}}}']) {
      store(text)
      expect(record.of('a').run).toBe(0)
    }
  })
})

describe('days in a row', () => {
  const solvedOn = (...days: string[]) => days.forEach((day) => record.solvedOn(day))
  beforeEach(() => storedRecord.remove(''))

  it('are counted over the end of a month, until one is left out', () => {
    solvedOn('2026-02-27', '2026-02-28', '2026-02-28', '2026-03-01')
    expect(record.daysOn('2026-03-01')).toBe(3)
    expect(record.daysOn('2026-03-02')).toBe(3)
    expect(record.daysOn('2026-03-03')).toBe(0)
    solvedOn('2026-03-05')
    expect(record.daysOn('2026-03-05')).toBe(1)
  })
  it('survive a clock that was a day ahead', () => {
    solvedOn('2026-02-27', '2026-02-28', '2026-03-02', '2026-03-03')
    expect(record.daysOn('2026-03-02')).toBe(2)
    solvedOn('2026-03-02')
    expect(record.daysOn('2026-03-02')).toBe(2)
    solvedOn('2026-03-03')
    expect(record.daysOn('2026-03-03')).toBe(3)
  })
  it('know the day before', () => expect(dayBefore('2026-03-01')).toBe('2026-02-28'))
})
