// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import { t, wordsOf } from '../i18n'
import OfferDialog from './OfferDialog.svelte'

vi.mock('../kit/frame', () => ({
  afterFrame: (run: () => void) => {
    queueMicrotask(run)
    return () => undefined
  },
}))

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

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
  const option = (text: string) =>
    [...document.querySelectorAll('label')]
      .find((label) => label.textContent.trim() === text)
      ?.querySelector('input')
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
