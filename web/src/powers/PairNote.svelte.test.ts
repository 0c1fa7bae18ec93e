// @vitest-environment jsdom
import { mount, unmount } from 'svelte'
import { expect, test } from 'vitest'
import { t } from '../i18n'
import PairNote from './PairNote.svelte'

test.each([
  ['You', /^You win 60%/],
  ['Ann', /^Ann wins 60%/],
  [undefined, /^Player A wins 60%/],
])('says of %s how often they win', async (first, said) => {
  const pair = { a: 'pan', b: 'atlas', first: 0.6, error: 0.1, games: 50 } as never
  const target = document.createElement('div')
  const shown = mount(PairNote, { target, props: { pair, game: 'santorini', first } })
  expect(target.textContent.trim()).toMatch(said)
  await unmount(shown)
  expect(t().choosing.you).toBe('You')
})
