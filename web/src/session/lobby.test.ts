// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import type { Drafting, Notice, Player, Seek, Summary } from '../generated/live'
import { fakeDial } from '../server/fakes'
import { Lobby, type News } from './lobby.svelte'

const user = vi.hoisted(() => ({ me: undefined as Player | undefined, isBanned: false }))
vi.mock('../server/me.svelte', () => ({ me: () => user.me, isBanned: () => user.isBanned }))

const terms = { game: 'hermit', variant: '5x5', clock: '5+3', rated: false }
const ann = { id: '1', name: 'Ann', kind: 'person' as const }
const seek = (id: string): Seek => ({ id, terms, seats: 2, players: [ann], at: 1 })
const game = (id: string, ply = 0): Summary => ({
  ...terms,
  id,
  players: [ann],
  position: '',
  ply,
  turn: 1,
  at: 1,
})
const draft = (id: string, acts = 0): Drafting => ({
  ...seek(id),
  draft: {
    players: 2,
    cards: ['pan', 'atlas'],
    acts: Array.from({ length: acts }, () => ({ do: 'choose', player: 1 })),
    taken: ['', ''],
  },
  deadline: 9,
})

let news: News[]
let lobby: Lobby
beforeEach(() => {
  news = []
  user.me = undefined
  user.isBanned = false
  lobby = new Lobby((told) => void news.push(told), fakeDial().dial)
})

it('keeps the list of seeks', () => {
  lobby.hear({ event: 'hello', seeks: [seek('a')], games: [], challenges: [], online: 2 })
  lobby.hear({ event: 'seek', seek: seek('b') })
  lobby.hear({ event: 'seek', seek: { ...seek('a'), seats: 3 } })
  expect(lobby.seeks.map((s) => [s.id, s.seats])).toEqual([
    ['a', 3],
    ['b', 2],
  ])
  lobby.hear({ event: 'seekGone', id: 'a' })
  lobby.hear({ event: 'online', count: 5 })
  expect([lobby.seeks.length, lobby.online]).toEqual([1, 5])
  lobby.hear({ event: 'hello', seeks: [] })
  expect(lobby.seeks).toEqual([])
})

it('tells of games that begin and go on, and forgets those that end', () => {
  lobby.hear({ event: 'gameStart', game: game('g') })
  lobby.hear({ event: 'gameTurn', game: game('g', 2) })
  expect(news.map((n) => n.what)).toEqual(['started', 'turn'])
  expect(lobby.games.map((g) => g.ply)).toEqual([2])
  lobby.hear({ event: 'gameEnd', game: game('g') })
  expect(lobby.games).toEqual([])
})

it('keeps the drafts that one is in', () => {
  lobby.hear({ event: 'draft', draft: draft('d') })
  lobby.hear({ event: 'draft', draft: { ...draft('d'), deadline: 10 } })
  expect(lobby.drafts.map((d) => d.deadline)).toEqual([10])
  lobby.hear({ event: 'draftGone', id: 'd', why: 'late' })
  expect(lobby.drafts).toEqual([])
  expect(lobby.gone.get('d')).toBe('late')
  expect(news.map((n) => n.what)).toEqual(['drafting', 'drafting'])
})

it('tells of a challenge once', () => {
  const challenge = { ...seek('c'), to: ann }
  lobby.hear({ event: 'challenge', challenge })
  lobby.hear({ event: 'challenge', challenge })
  lobby.hear({ event: 'challengeGone', id: 'c', why: 'declined' })
  expect(news.map((n) => n.what)).toEqual(['challenged'])
})

it('says why the server has ended the connection', () => {
  lobby.hear({ event: 'disconnected', type: 'disconnected', reason: 'sign-in', detail: '' })
  expect(news).toEqual([{ what: 'disconnected', reason: 'sign-in' }])
})

const hello = (player: Player | undefined, now: Partial<Notice> = {}) => {
  lobby.hear({ event: 'hello', ...(player && { player }), ...now })
}

it('tells of what has happened while the connection was away', () => {
  user.me = ann
  hello(ann, {
    challenges: [seek('old'), seek('withdrawn'), seek('accepted')],
    drafts: [draft('same'), draft('advanced'), draft('late')],
    games: [game('mine', 1), game('theirs', 1), game('over')],
  })
  expect(news).toEqual([])
  hello(ann, {
    challenges: [seek('old'), seek('new')],
    drafts: [draft('same'), draft('advanced', 1), draft('new')],
    games: [game('mine', 2), { ...game('theirs', 2), turn: 2 }, game('accepted')],
  })
  const told = news.map((n) => [
    n.what,
    'game' in n ? n.game.id : 'draft' in n ? n.draft.id : 'challenge' in n ? n.challenge.id : '',
  ])
  expect(told.map((words) => words.join(' ')).toSorted()).toEqual([
    'challenged new',
    'drafting advanced',
    'drafting new',
    'started accepted',
    'turn mine',
  ])
  news = []
  hello(ann, {
    challenges: [...lobby.challenges],
    drafts: [...lobby.drafts],
    games: [...lobby.games],
  })
  expect(news).toEqual([])
})

it('does not tell of what a user finds who has just signed in', () => {
  hello(undefined)
  user.me = ann
  hello(ann, { games: [game('g')], challenges: [seek('c')], drafts: [draft('d')] })
  expect(news).toEqual([])
})

it('says once that the user is somebody else than the page knows', () => {
  user.me = ann
  hello(ann, { games: [game('g')] })
  hello(undefined)
  hello(undefined)
  expect(news).toEqual([{ what: 'changed' }])
  expect(lobby.games).toEqual([])
  user.me = undefined
  hello(undefined)
  hello(ann)
  user.me = ann
  hello(ann)
  hello({ ...ann, class: 'chess club' })
  expect(news).toHaveLength(3)
})

it('takes a banned user for the visitor that the server sees', () => {
  user.me = ann
  user.isBanned = true
  hello(undefined)
  expect(news).toEqual([])
})
