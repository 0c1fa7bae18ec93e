import * as v from 'valibot'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Client } from '../engine/client'
import { startInProcess } from '../engine/inprocess'
import { games, keptSchema, type Kept } from '../play/kept'
import { Offline } from '../server/api'
import { ExplorerFile } from './file'
import { finished, ownGames } from './mine'

const user = vi.hoisted(() => ({ me: undefined as object | undefined }))
vi.mock('../server/me.svelte', () => ({
  isKnown: () => user.me !== undefined,
  me: () => user.me,
}))

let engine: Client
beforeAll(async () => {
  engine = await startInProcess()
})
afterEach(() => {
  user.me = undefined
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const start = '.../.../... 1'
const kept = (more: object): Kept =>
  v.parse(keptSchema, {
    version: 1,
    id: 'x',
    updated: 1,
    game: 'hermit',
    start,
    moves: ['Ra1', 'Bc3'],
    players: [{ kind: 'person' }, { kind: 'computer' }],
    result: { winners: [1], reason: 'resignation' },
    ...more,
  })
const { result: _, ...open } = kept({})

it('takes the finished games in which a person had the seat', () => {
  const all = [
    kept({}),
    open,
    kept({ game: 'amazons' }),
    kept({ players: [{ kind: 'computer' }, { kind: 'person' }] }),
  ]
  expect(finished(all, 'hermit', undefined)).toHaveLength(2)
  expect(finished(all, 'hermit', 0)).toEqual([{ start, moves: ['Ra1', 'Bc3'], winners: [1] }])
  expect(finished(all, 'hermit', 1)).toHaveLength(1)
})

it('counts the games here and those of the account', async () => {
  vi.spyOn(games, 'all').mockResolvedValue([kept({}), kept({ moves: ['Rc3'] })])
  const refused = () => Response.json({ reason: 'sign-in' }, { status: 401 })
  vi.stubGlobal('fetch', () => Promise.resolve(refused()))
  const here = await ownGames(engine, 'hermit', undefined)
  const file = await ExplorerFile.open(here)
  expect(file.about.games).toBe(2)
  const found = await file.find(engine, 'hermit', start)
  expect(found.moves).toMatchObject([{ games: 2, wins: [0, 2] }])

  const whole = await here(0, 1 << 20)
  vi.stubGlobal('fetch', (address: string) => {
    expect(address).toBe('/api/v1/account/explorer?game=hermit&seat=1')
    return Promise.resolve(new Response(whole.slice()))
  })
  const both = await ExplorerFile.open(await ownGames(engine, 'hermit', 0))
  expect(both.about.games).toBe(4)
})

it('takes the games here for all only if there is no server with others of the user', async () => {
  vi.spyOn(games, 'all').mockResolvedValue([kept({})])
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError()))
  const file = await ExplorerFile.open(await ownGames(engine, 'hermit', undefined))
  expect(file.about.games).toBe(1)
  user.me = { id: 'ann' }
  await expect(ownGames(engine, 'hermit', undefined)).rejects.toThrow(Offline)
})

it('does not take a failing server for one without games', async () => {
  vi.spyOn(games, 'all').mockResolvedValue([])
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ reason: 'rate' }, { status: 429 })))
  await expect(ownGames(engine, 'hermit', undefined)).rejects.toThrow()
})
