// Analyses by workers. Generated from Go's types by
//
//   go test ./internal/site/analysis -run TypeScript -update

import type { Summary } from './live'
import type { Score } from './protocol'

/** How far an analysis is. */
export type State = 'none' | 'begun' | 'done' | 'failed'

/** What a stream of an analysis tells; event says which it is. */
export type Frame = AnalysisFrame | JudgedFrame

export interface JudgedFrame {
  /** Which frame this is. */
  event: 'judged'
  /** The number of turns played before. */
  ply: number
  /** The turn that was played; absent at the end. */
  played?: string
  /** The best turn; absent when the game is over. */
  best?: string
  /** The evaluation for the seat to move. */
  score: Score
  /** Plies searched in full. */
  depth: number
  /** The play expected from here, the best turn first. */
  line: string[]
}

export interface Judged {
  /** The number of turns played before. */
  ply: number
  /** The turn that was played; absent at the end. */
  played?: string
  /** The best turn; absent when the game is over. */
  best?: string
  /** The evaluation for the seat to move. */
  score: Score
  /** Plies searched in full. */
  depth: number
  /** The play expected from here, the best turn first. */
  line: string[]
}

export interface Analysis {
  /** Whether it has been requested, and what came of it. */
  state: State
  /** The number of positions to judge. */
  of: number
  /** The most nodes searched for each position. */
  nodes: number
  /** The judged positions, from the first. */
  judged: Judged[]
  /** Whether a worker is available. */
  possible: boolean
  /** Whether it is running at your request, so that you can cancel it. */
  yours: boolean
}

export interface Ending {
  /** The finished game. */
  game: Summary
  /** The number of turns played before the one that lost. */
  ply: number
}

export interface AnalysisFrame {
  /** Which frame this is. */
  event: 'analysis'
  /** Whether it has been requested, and what came of it. */
  state: State
  /** The number of positions to judge. */
  of: number
  /** The most nodes searched for each position. */
  nodes: number
  /** Whether a worker is available. */
  possible: boolean
}
