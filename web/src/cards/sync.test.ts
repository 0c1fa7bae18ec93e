// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { disk } from '../store/fakes'
import { setAccount } from '../store/stored.svelte'
import { idOf, join, made, mistakes, repeated, type PuzzleCard } from './card'
import { sync } from './sync'
import type { Card as Told } from '../generated/practice'

vi.mock('idb', async () => (await import('../store/fakes')).idb)

/** A server that merges as the real one does, with a version for each card sent. */
const server = {
  cards: new Map<string, { version: number; card: Told }>(),
  version: 0,
  isDown: false,
  refuses: '',
  asked: [] as string[],
  page: 3,
}

function answer(method: string, path: string, body: { cards: Told[] } | undefined): unknown {
  server.asked.push(`${method} ${path.replace('/api/v1', '')}`)
  if (method === 'GET') {
    const after = Number(new URL(path, location.href).searchParams.get('after'))
    const all = [...server.cards.values()].sort((a, b) => a.version - b.version)
    const found = all.filter(({ version }) => version > after).slice(0, server.page)
    const version = found.at(-1)?.version ?? server.version
    return { version, more: version < server.version, cards: found.map(({ card }) => card) }
  }
  if (body?.cards.some(({ puzzle }) => puzzle === server.refuses)) {
    return undefined
  }
  for (const card of body?.cards ?? []) {
    const id = idOf(card as PuzzleCard)
    const there = server.cards.get(id)?.card as PuzzleCard | undefined
    const all = there ? join(there, card as PuzzleCard) : (card as PuzzleCard)
    server.cards.set(id, { version: ++server.version, card: all })
  }
  return {}
}

const json = (of: unknown, status = 200) =>
  new Response(JSON.stringify(of), { status, headers: { 'Content-Type': 'application/json' } })

const puzzle = (n: number): PuzzleCard => ({
  ...made,
  id: `hermit#p${n}`,
  updated: n,
  game: 'hermit',
  added: n,
  puzzle: `p${n}`,
})
const here = async () =>
  (await mistakes.all()).map(({ id, repetitions }) => [id, repetitions.map(({ at }) => at)]).sort()

/** Another browser: nothing is stored in it. */
function otherDevice() {
  disk.clear()
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  setAccount('ann')
}

beforeEach(() => {
  server.cards.clear()
  Object.assign(server, { version: 0, isDown: false, refuses: '', asked: [], page: 3 })
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body?: string }) => {
    if (server.isDown) {
      return Promise.reject(new TypeError('no network'))
    }
    const told = answer(method, path, body ? (JSON.parse(body) as { cards: Told[] }) : undefined)
    return Promise.resolve(told ? json(told) : json({ detail: 'no such card' }, 422))
  })
  otherDevice()
})

it('brings the repetitions of each device to the other', async () => {
  for (let n = 1; n <= 7; n++) {
    await mistakes.keep(puzzle(n))
  }
  await mistakes.keep(repeated(puzzle(1), 10, 'good'))
  await sync('ann')
  otherDevice()
  await mistakes.keep(repeated(puzzle(1), 20, 'again'))
  await sync('ann')
  expect(await here()).toContainEqual(['hermit#p1', [10, 20]])
  expect(await here()).toHaveLength(7)
  expect(server.cards.get('hermit#p1')?.card.repetitions).toHaveLength(2)

  // Nothing is left to be said.
  await sync('ann')
  server.asked = []
  await sync('ann')
  expect(server.asked).toEqual([`GET /mistakes?after=${server.version}`])
})

it('works on without the server, and sends it all later', async () => {
  await mistakes.keep(puzzle(1))
  server.isDown = true
  await expect(sync('ann')).rejects.toThrow()
  await mistakes.keep(repeated(puzzle(1), 10, 'good'))
  server.isDown = false
  await sync('ann')
  expect(server.cards.get('hermit#p1')?.card.repetitions).toEqual([{ at: 10, grade: 'good' }])
})

it('asks for all again if the browser has lost some, and sends all again if the server has', async () => {
  await mistakes.keep(puzzle(1))
  await mistakes.keep(puzzle(2))
  await sync('ann')
  await sync('ann')
  await mistakes.remove('hermit#p1')
  await sync('ann')
  expect(await here()).toHaveLength(2)

  server.cards.clear()
  server.version = 0
  await sync('ann')
  expect(server.cards.size).toBe(2)
})

it('sends the others if the server refuses a card, and that one not again', async () => {
  for (let n = 1; n <= 4; n++) {
    await mistakes.keep(puzzle(n))
  }
  server.refuses = 'p3'
  await sync('ann')
  expect([...server.cards.keys()].sort()).toEqual(['hermit#p1', 'hermit#p2', 'hermit#p4'])
  await sync('ann')
  server.asked = []
  await sync('ann')
  expect(server.asked.filter((one) => one.startsWith('POST'))).toEqual([])
})

it('leaves out cards that this version of the page does not know', async () => {
  const unknown = { game: 'go', puzzle: 'x', added: 1, repetitions: [] }
  server.cards.set('x', { version: 1, card: unknown })
  server.version = 1
  await sync('ann')
  expect(await here()).toEqual([])
})

it('keeps nothing of an account for another one that has signed in meanwhile', async () => {
  server.cards.set('x', {
    version: 1,
    card: { game: 'hermit', puzzle: 'p1', added: 1, repetitions: [] },
  })
  server.version = 1
  const done = sync('ann')
  setAccount('bob')
  await expect(done).rejects.toThrow()
  expect(await mistakes.all('ann')).toEqual([])
  expect(await mistakes.all('bob')).toEqual([])
})
