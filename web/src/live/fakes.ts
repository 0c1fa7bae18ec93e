// For tests: an engine for a counting game, and how such a game begins.

import { fakeEngine } from '../engine/fake'
import type { GameEvent } from '../generated/live'

const player = (name: string) => ({ id: name, name, kind: 'person' as const })

/** Ann and Bob begin a game. */
export const created: GameEvent = {
  number: 1,
  at: 0,
  event: 'created',
  setup: {
    game: 'amazons',
    variant: '',
    clock: '5+0',
    rated: false,
    players: [player('Ann'), player('Bob')],
  },
}

const viewOf = (position: string, turn = Number(position) % 2) => ({
  game: 'amazons',
  position,
  turn,
  winners: [],
  seats: 2,
  files: 1,
  ranks: 1,
  cells: [],
})

interface Params {
  position: string
  start: string
  move: string
  moves: string[]
  turn: number
  steps: string[]
}

function answer(method: string, { position, start, move, moves, turn, steps }: Params) {
  const next = (from: string, to: string) => {
    if (Number(to) !== Number(from) + 1) {
      throw new Error(`illegal move ${to}`)
    }
    return { move: to, ...viewOf(to) }
  }
  switch (method) {
    case 'start':
      return viewOf('0')
    case 'view':
      return viewOf(position)
    case 'play':
      return { move, view: next(position, move) }
    case 'compose':
      return viewOf('9', turn)
    case 'enter':
      return { steps, options: [{ step: 'a1', more: true }], complete: false }
    default: {
      const stations = moves.map((to, i) => next(moves[i - 1] ?? start, to))
      return { stations: [viewOf(start), ...stations] }
    }
  }
}

/** An engine for a game in which each move is the next number. It calls before with each question. */
export const countingEngine = (before = () => {}) =>
  fakeEngine<Params>((method, params) => {
    before()
    return answer(method, params)
  }).engine
