// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { Scope } from '../base/scope'
import type { Board, Contest } from '../generated/tournament'
import { fakeDial } from '../server/fakes'
import { Lobby } from '../session/lobby.svelte'
import { half, scoreText, Watched } from './contest.svelte'

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
