// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { completed } from '../learn/progress.svelte'
import { games, newKept } from '../play/kept'
import { ask, Offline } from '../server/api'
import { loadMe } from '../server/me.svelte'
import { disk } from '../store/fakes'
import { account } from '../store/stored.svelte'
import './people.svelte'

vi.mock('../server/api', async (original) => ({ ...(await original()), ask: vi.fn() }))
vi.mock('idb', async () => (await import('../store/fakes')).idb)

const says = (player: object | null) => vi.mocked(ask).mockResolvedValue({ player, ratings: [] })
const ann = { id: 'ann', name: 'Ann', kind: 'person' }
const guest = { id: 'g', name: 'guest-4f7k', kind: 'guest' }

beforeEach(() => {
  disk.clear()
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
})

it('shows the things of who is signed in, and stays with them offline', async () => {
  says(guest)
  await loadMe()
  expect(account()).toBe('')
  says(ann)
  await loadMe()
  expect(account()).toBe('ann')
  vi.mocked(ask).mockRejectedValue(new Offline('gone'))
  await loadMe()
  expect(account()).toBe('ann')
  says(null)
  await loadMe()
  expect(account()).toBe('')
})

it('gives what is from before accounts had their own to the first one, and later nothing', async () => {
  const players = [{ kind: 'person', level: 1 } as const, { kind: 'person', level: 1 } as const]
  const game = newKept({ game: 'hermit', variant: '3x3', start: '.../.../... 1', players })
  await games.keep(game)
  localStorage.setItem('thera.lessons', '["hermit-rules/1"]')
  dispatchEvent(new StorageEvent('storage', { key: 'thera.lessons' }))
  says(ann)
  await loadMe()
  expect(await games.all()).toEqual([game])
  expect(completed.value).toEqual(['hermit-rules/1'])

  says(guest)
  await loadMe()
  expect(await games.all()).toEqual([])
  completed.change(() => ['hermit-rules/2'])
  says({ ...ann, id: 'bob' })
  await loadMe()
  expect(completed.value).toEqual([])
})
