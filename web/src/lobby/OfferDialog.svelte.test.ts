// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import { t, wordsOf } from '../i18n'
import OfferDialog from './OfferDialog.svelte'

vi.mock('../server/me.svelte', async (load) => ({
  ...(await load<object>()),
  hasAccount: () => true,
}))
vi.mock('../kit/frame', () => ({
  afterFrame: (run: () => void) => {
    queueMicrotask(run)
    return () => undefined
  },
}))

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

const option = (text: string) =>
  [...document.querySelectorAll('label')]
    .find((label) => label.textContent.trim() === text)
    ?.querySelector('input')

it('rates by default what does not go to a friend, who may have no account', async () => {
  const games = [{ name: 'amazons', variants: [{ name: '', seats: 2, position: '', even: true }] }]
  shown = mount(OfferDialog, {
    target: document.body,
    props: {
      ...{ open: true, games: games as never },
      ...{ game: 'amazons', clock: '5+3', recipient: 'link' as const },
    },
  })
  const rated = () => {
    flushSync()
    return option(t().live.rated)?.checked
  }
  await vi.waitFor(() => expect(rated()).toBe(false))
  const { recipients } = t().lobby.dialog
  option(recipients.anyone)?.click()
  expect(rated()).toBe(true)
  option(t().live.casual)?.click()
  option(recipients.link)?.click()
  option(recipients.anyone)?.click()
  expect(rated()).toBe(false) // as it was chosen
})

it('leaves the seat to chance where there is none of that number', async () => {
  const games = [
    { name: 'santorini', variants: [{ name: '', seats: 4, position: '' }] },
    { name: 'amazons', variants: [{ name: '', seats: 2, position: '' }] },
  ]
  shown = mount(OfferDialog, {
    target: document.body,
    props: {
      ...{ open: true, games: games as never },
      ...{ game: 'santorini', clock: '5+3', recipient: 'anyone' as const },
    },
  })
  const [, , third = ''] = wordsOf('santorini').seats
  await vi.waitFor(() => {
    flushSync()
    expect(option(third)).toBeDefined()
  })
  option(third)?.click()
  option(wordsOf('amazons').name)?.click()
  flushSync()
  expect(option(t().newGame.random)?.checked).toBe(true)
})
