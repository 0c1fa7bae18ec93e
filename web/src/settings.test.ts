import { expect, it } from 'vitest'
import { en } from './i18n/en'
import { nl } from './i18n/nl'
import { percent } from './i18n'
import { parseChoices } from './settings.svelte'

it('takes what is stored and leaves what is of no use', () => {
  expect(parseChoices('{"theme":"dark","sound":false}')).toMatchObject({
    theme: 'dark',
    sound: false,
    coordinates: true,
  })
  expect(parseChoices('{"theme":7,"language":"xx","sound":"no"}')).toEqual(parseChoices(null))
  expect(parseChoices('{"theme"')).toEqual(parseChoices(null))
  expect(parseChoices('null')).toEqual(parseChoices(null))
})

it('has the same number of texts for each lesson in both languages', () => {
  for (const game of ['amazons', 'santorini', 'hermit'] as const) {
    const [a, b] = [en.learn.games[game], nl.learn.games[game]]
    expect(b.rules).toHaveLength(a.rules.length)
    expect(b.exercises).toHaveLength(a.exercises.length)
    expect(nl.seats[game]).toHaveLength(en.seats[game].length)
  }
})

it('never calls an estimate certain', () => {
  expect(percent(0.5)).toBe('50%')
  expect(percent(0.9999)).toBe('>99%')
  expect(percent(0.0001)).toBe('<1%')
})
