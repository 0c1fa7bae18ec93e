// @vitest-environment jsdom
// Who asks for the votes of a consultation game, and when.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadMe } from '../server/me.svelte'
import { lobby } from '../session/people.svelte'
import { Council } from './council.svelte'
import type { LiveGame } from './game.svelte'

let player: { id: string; name: string; kind: string } | null
let members: string[]
let requests: number
let end = () => {}
const story = $state({ number: 1 })

beforeEach(() => {
  vi.useFakeTimers()
  player = { id: 'ann', name: 'Ann', kind: 'person' }
  members = []
  requests = 0
  vi.stubGlobal('fetch', (path: string) => {
    if (path.endsWith('/account')) {
      return Promise.resolve(Response.json({ player, ratings: [] }))
    }
    requests++
    return Promise.resolve(
      members.includes(player?.id ?? '')
        ? Response.json({ seat: 1, ply: 1, proposals: [] })
        : Response.json({ reason: 'no-player' }, { status: 403 }),
    )
  })
})

afterEach(() => {
  end()
  lobby.voted = undefined
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function watch() {
  await loadMe()
  const game = { id: 'g', setup: { players: [{ kind: 'team' }, { kind: 'team' }] }, story }
  let council!: Council
  end = $effect.root(() => {
    council = new Council(game as unknown as LiveGame)
  })
  await settle()
  return council
}

async function settle() {
  flushSync()
  await vi.advanceTimersByTimeAsync(1000)
}

async function turn() {
  story.number++
  await settle()
}

it('asks for the votes after each event as a member of a side', async () => {
  members = ['ann']
  const council = await watch()
  await turn()
  await turn()
  expect([council.seat, requests]).toEqual([0, 3])
})

it('asks no more after a refusal, until a side has told the user of a vote', async () => {
  const council = await watch()
  await turn()
  await turn()
  expect([council.votes, requests]).toEqual([undefined, 1])
  members = ['ann']
  lobby.voted = { event: 'votes', id: 'another game' }
  await settle()
  expect(requests).toBe(1)
  lobby.voted = { event: 'votes', id: 'g' }
  await settle()
  expect([council.seat, requests]).toEqual([0, 2])
})

it('asks again as another user, and not at all for nobody', async () => {
  player = null
  const council = await watch()
  await turn()
  expect(requests).toBe(0)
  player = { id: 'bob', name: 'Bob', kind: 'person' }
  members = ['bob']
  await loadMe()
  await settle()
  expect([council.seat, requests]).toEqual([0, 1])
})
