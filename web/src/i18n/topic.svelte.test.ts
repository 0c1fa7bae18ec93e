// @vitest-environment jsdom
import { flushSync } from 'svelte'
import { expect, it, vi } from 'vitest'
import { settings } from '../store/settings.svelte'
import { dateTime } from './format'
import { followLanguage, isMissing, shown, topic } from './topic.svelte'

it('stays with the choice of a language that can not be loaded now', async () => {
  let isThere = false
  topic('English', () =>
    isThere ? Promise.resolve('Deutsch') : Promise.reject(new Error('offline')),
  )
  settings.language = 'de'
  const stop = $effect.root(followLanguage)
  flushSync()
  await vi.waitFor(() => expect(isMissing()).toBe(true))
  expect(settings.language).toBe('de')
  expect(shown()).toBe('en')
  isThere = true
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(shown()).toBe('de'))
  expect(isMissing()).toBe(false)
  settings.language = 'en'
  flushSync()
  await vi.waitFor(() => expect(shown()).toBe('en'))
  stop()
})

it('writes dates as the user does', () => {
  const languages = vi
    .spyOn(navigator, 'languages', 'get')
    .mockReturnValue(['de-AT', 'en-GB', 'en'])
  expect(dateTime(new Date(2026, 2, 1, 15).getTime())).toBe('1 Mar 2026, 15:00')
  languages.mockReturnValue(['de'])
  expect(dateTime(new Date(2026, 2, 1, 15).getTime())).toMatch(/^Mar 1, 2026, 3:00/)
  languages.mockRestore()
})
