// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { percent } from '../i18n'
import { settings, wanted } from './settings.svelte'

/** Stores a text as another tab does. */
function store(text: string) {
  localStorage.setItem('thera.settings', text)
  dispatchEvent(new StorageEvent('storage', { key: 'thera.settings' }))
}

/** What the page of November 2026 has stored. */
const text =
  '{"theme":"dark","language":"de","sound":false,"coordinates":true,"tilted":true,"confirm":false,' +
  '"territory":false,"mobility":false,"lines":3,"endless":false,"mute":false,' +
  '"boards":{"hermit":"slate"},"pieces":{}}'

it('takes what is stored and leaves what is of no use', () => {
  store(text)
  expect(settings).toMatchObject({ theme: 'dark', language: 'de', boards: { hermit: 'slate' } })
  store('{"theme":"dark","sound":false}')
  expect(settings).toMatchObject({ theme: 'dark', sound: false, coordinates: true })
  for (const text of ['{"theme":7,"language":"xx","sound":"no"}', '{"theme"', 'null', '']) {
    store(text)
    expect(settings).toMatchObject({ theme: 'auto', language: 'en', sound: true, lines: 3 })
  }
})

it('leaves alone what another tab has set', () => {
  store(text)
  localStorage.setItem('thera.settings', text.replace('"lines":3', '"lines":5'))
  settings.sound = true
  expect(JSON.parse(localStorage.getItem('thera.settings') ?? '')).toEqual({
    ...(JSON.parse(text) as object),
    lines: 5,
    letters: true,
    sound: true,
  })
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
