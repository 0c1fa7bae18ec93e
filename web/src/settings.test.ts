import { expect, it } from 'vitest'
import { percent } from './i18n'
import { parseChoices, wanted } from './settings.svelte'

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

it('never calls an estimate certain', () => {
  expect(percent(0.5)).toBe('50%')
  expect(percent(0.9999)).toBe('>99%')
  expect(percent(0.0001)).toBe('<1%')
})

it('says when a chance is certain', () => {
  expect([percent(0), percent(1)]).toEqual(['0%', '100%'])
})

it('speaks the first language that is asked for and that it has', () => {
  expect(wanted(['it-IT', 'zh-Hant-TW', 'en'])).toBe('zh')
  expect(wanted(['pt', 'DE-at'])).toBe('de')
  expect(wanted(['it'])).toBe('en')
})
