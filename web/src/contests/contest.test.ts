// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { Scope } from '../base/scope'
import type { Board, Contest } from '../generated/tournament'
import { fakeDial } from '../server/fakes'
import { Lobby } from '../session/lobby.svelte'
import { half, scoreText, Watched } from './contest.svelte'

afterEach(() => {
  vi.unstubAllGlobals()
})

const board = (more: Partial<Board>): Board => ({
  number: 1,
  first: 'a',
  second: 'b',
  round: 1,
  scores: [0, 0],
  games: ['g'],
  ...more,
})

it('says how a board stands', () => {
  expect(scoreText(board({}))).toBe('')
  expect(scoreText(board({ over: true, scores: [1, 0] }))).toBe('1 – 0')
  expect(scoreText(board({ scores: [1, 0], games: ['g', 'h'] }))).toBe('1 – 0')
  expect(scoreText(board({ over: true, scores: [1.5, 0.5] }))).toBe('1½ – ½')
})

it('writes points as people do', () => {
  expect([0, 0.5, 3, 3.5].map(half)).toEqual(['0', '½', '3', '3½'])
})

const contest = (number: number): Contest => ({
  id: 'c',
  number,
  at: 0,
  terms: { kind: 'swiss', name: 'Cup', game: 'hermit', clock: '5+3', players: 'all' },
  organizer: { id: 'o', name: 'Org', kind: 'person' },
  stage: 'running',
  created: 0,
  round: 1,
  players: 2,
  standings: [],
  boards: [],
})

it('shows what the server sends, and nothing older', () => {
  const { wires, dial } = fakeDial()
  const lobby = new Lobby(() => undefined, dial)
  lobby.listen()
  const scope = new Scope()
  const watched = new Watched(scope, 'c', lobby)
  wires[0]?.onopen?.()
  wires[0]?.tell({ event: 'hello' })
  expect(wires[0]?.sent.at(-1)).toEqual({ do: 'watch', contest: 'c' })
  wires[0]?.tell({ event: 'contest', contest: contest(5) })
  wires[0]?.tell({ event: 'contest', contest: { ...contest(9), id: 'other' } })
  watched.know(contest(4))
  expect(watched.contest?.number).toBe(5)
  // After a lost connection it watches again.
  wires[0]?.tell({ event: 'hello' })
  expect(wires[0]?.sent.at(-1)).toEqual({ do: 'watch', contest: 'c' })
  wires[0]?.tell({ event: 'contestYou', contest: 'c', you: { in: true, game: 'g' } })
  expect(watched.contest?.you?.game).toBe('g')
  wires[0]?.tell({ event: 'refused', reason: 'no-contest', detail: '' })
  expect(watched.missing).toBe(true)
  scope.end()
  expect(wires[0]?.sent.at(-1)).toEqual({ do: 'watch', contest: '' })
  lobby.close()
})

it('shows the round that was asked for last, however late another one comes', async () => {
  const answers: Record<string, () => void> = {}
  vi.stubGlobal('fetch', (path: string) => {
    const round = path.slice(-1)
    const boards = [board({ round: Number(round) })]
    return new Promise((answer) => {
      answers[round] = () => answer(Response.json({ ...contest(1), boards }))
    })
  })
  const scope = new Scope()
  const watched = new Watched(scope, 'c', new Lobby(() => undefined, fakeDial().dial))
  watched.know({ ...contest(1), round: 3 })
  void watched.show(2)
  const last = watched.show(1)
  answers['1']?.()
  await last
  answers['2']?.()
  await new Promise((done) => setTimeout(done))
  expect(watched.shown).toEqual({ round: 1, boards: [board({ round: 1 })] })
  void watched.show(2)
  await watched.show(3)
  answers['2']?.()
  await new Promise((done) => setTimeout(done))
  expect(watched.shown.round).toBe(3)
  scope.end()
})
