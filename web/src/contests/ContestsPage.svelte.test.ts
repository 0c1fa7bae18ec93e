// @vitest-environment jsdom
// The list of tournaments says how each of them stands.
import { mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { Brief } from '../generated/tournament'
import { speak } from '../i18n/topic.svelte'
import { ask } from '../server/api'
import ContestsPage from './ContestsPage.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

let shown: Record<string, unknown>
afterEach(async () => {
  await unmount(shown)
  await speak('en')
})

const arena: Brief = {
  id: 'c',
  terms: { kind: 'arena', name: 'Cup', game: 'hermit', clock: '5+3', players: 'all', minutes: 1 },
  organizer: { id: 'o', name: 'Org', kind: 'person' },
  stage: 'running',
  round: 0,
  players: 2,
}

/** What the page says of a tournament: its state and its terms. */
async function said(one: Brief) {
  vi.mocked(ask).mockResolvedValue([one])
  shown = mount(ContestsPage, { target: document.body, props: { name: '', games: undefined } })
  const line = await vi.waitUntil(() => document.querySelector('li'), 10_000)
  return [...line.querySelectorAll('span')].map((span) => span.textContent.trim())
}

test('an arena that is running has a state, and not a button’s label', async () => {
  const [state, terms] = await said(arena)
  expect(state).toBe('In progress')
  expect(terms).toContain('· 1 minute\u00a0·')
})

test('one that is over is described in the singular, unlike the heading of all of them', async () => {
  await speak('fr')
  const [state] = await said({ ...arena, stage: 'ended' })
  expect(state).toBe('Terminé')
  expect(document.querySelector('h2')?.textContent).toBe('Terminés')
})
