// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { speak } from '../i18n/topic.svelte'
import { playersText, residentOf, shownName } from './opponents'

afterEach(() => speak('en'))

it('takes accounts named after a game and a level for house bots, and no others', () => {
  expect(residentOf('amazons-3')).toEqual({ game: 'amazons', level: 3 })
  for (const name of ['chess-1', 'amazons-9', 'constructor-1']) {
    expect(residentOf(name), name).toBeUndefined()
    expect(shownName(name)).toBe(name)
  }
})

it('says in the language of the page that an account was deleted', async () => {
  await speak('de')
  expect(shownName('deleted')).toBe('gelöscht')
  expect(playersText(['mira', 'deleted'])).toContain('gelöscht')
})
