// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import type { Seek, Summary } from '../generated/live'
import { fakeDial } from '../server/fakes'
import { Lobby, type News } from './lobby.svelte'

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

let news: News[]
let lobby: Lobby
beforeEach(() => {
  news = []
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
  const draft = {
    ...seek('d'),
    draft: { players: 2, cards: ['pan', 'atlas'], acts: [], taken: ['', ''] },
    deadline: 9,
  }
  lobby.hear({ event: 'draft', draft })
  lobby.hear({ event: 'draft', draft: { ...draft, deadline: 10 } })
  expect(lobby.drafts.map((d) => d.deadline)).toEqual([10])
  lobby.hear({ event: 'draftGone', id: 'd', why: 'late' })
  expect(lobby.drafts).toEqual([])
  expect(lobby.drafted).toEqual({ id: 'd', why: 'late' })
  expect(news.map((n) => n.what)).toEqual(['drafting', 'drafting', 'draftGone'])
})

it('tells of a challenge once', () => {
  const challenge = { ...seek('c'), to: ann }
  lobby.hear({ event: 'challenge', challenge })
  lobby.hear({ event: 'challenge', challenge })
  lobby.hear({ event: 'challengeGone', id: 'c', why: 'declined' })
  expect(news.map((n) => n.what)).toEqual(['challenged', 'challengeGone'])
})

it('says why the server has ended the connection', () => {
  lobby.hear({ event: 'disconnected', type: 'disconnected', reason: 'sign-in', detail: '' })
  expect(news).toEqual([{ what: 'disconnected', reason: 'sign-in' }])
})
