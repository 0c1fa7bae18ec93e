// @vitest-environment jsdom
// The list of the user's studies, in this browser and on the server.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { Study } from '../analysis/study'
import StudiesPage from './StudiesPage.svelte'

const kept = new Map<string, Study>()
vi.mock('../analysis/study', async (load) => ({
  ...(await load<object>()),
  studies: {
    all: () => Promise.resolve([...kept.values()]),
    keep: (study: Study) => Promise.resolve(void kept.set(study.id, study)),
    remove: (id: string) => Promise.resolve(kept.delete(id)),
    heed: () => () => undefined,
  },
}))
vi.mock('../server/me.svelte', async (load) => ({
  ...(await load<object>()),
  hasAccount: () => true,
}))
const there = new Set(['a', 'b'])
const info = (id: string) => ({ id, title: `Study ${id}`, games: ['hermit'], chapters: 1 })
vi.mock('./served', () => ({
  listServed: () => Promise.resolve([...there].map(info)),
  withdraw: (id: string) => Promise.resolve(there.delete(id)),
}))

let shown: Record<string, unknown>
afterEach(async () => {
  kept.clear()
  await unmount(shown)
  vi.useRealTimers()
})

test('a study that is deleted is in neither list', async () => {
  vi.useFakeTimers()
  const served = { version: 1, audience: 'private', updated: 1 } as const
  for (const id of there) {
    kept.set(id, { id, title: `Study ${id}`, created: 1, updated: 1, chapters: [], served })
  }
  shown = mount(StudiesPage, { target: document.body, props: { name: '', games: undefined } })
  await vi.advanceTimersByTimeAsync(1000)
  const titles = () => [...document.querySelectorAll('li a')].map((link) => link.textContent)
  expect(titles()).toHaveLength(2)
  for (const left of [['Study b'], []]) {
    document.querySelector<HTMLButtonElement>('li button[aria-label^="Delete"]')?.click()
    await vi.advanceTimersByTimeAsync(1)
    flushSync()
    expect(titles()).toEqual(left)
  }
})

test('a study is cloned once, however often that is pressed meanwhile', async () => {
  vi.useFakeTimers()
  kept.set('a', { id: 'a', title: 'Corners', created: 1, updated: 1, chapters: [] })
  shown = mount(StudiesPage, { target: document.body, props: { name: '', games: undefined } })
  await vi.advanceTimersByTimeAsync(1000)
  const clone = document.querySelector<HTMLButtonElement>('li button[aria-label^="Clone"]')
  clone?.click()
  clone?.click()
  await vi.advanceTimersByTimeAsync(1)
  expect(kept.size).toBe(2)
})
