// @vitest-environment jsdom
// Notices, which go with what they are about.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadMe } from '../server/me.svelte'
import { lobby, told } from '../session/people.svelte'
import Banner from './Banner.svelte'

vi.mock('../session/warnings.svelte', () => ({
  warnings: () => [{ id: 'w', text: 'Be kind.' }],
  confirmWarning: () => Promise.reject(new Error('away')),
}))

let banner: object
beforeEach(() => {
  banner = mount(Banner, { target: document.body, props: { isOnline: true } })
  lobby.hear({ event: 'challenge', challenge: { id: 'c', players: [{ id: 'x' }] } } as never)
  flushSync()
})
afterEach(() => unmount(banner))

test('a notice goes with its challenge', () => {
  expect(told()).toMatchObject({ what: 'challenged' })
  lobby.hear({ event: 'challengeGone', id: 'c', why: 'canceled' } as never)
  flushSync()
  expect(told()).toBeUndefined()
})

test('a page that needs the server says that it could not be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(document.body.textContent).not.toContain('Connection lost')
  await loadMe()
  flushSync()
  expect(document.body.textContent).toContain('Connection lost')
  vi.unstubAllGlobals()
})

test('says why a warning stays', async () => {
  const [understood] = [...document.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === 'Understood',
  )
  understood?.click()
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('[role=alert]')?.textContent).toBe('away')
  })
})
