// What analyses by workers say. Made from Go's types by
//
//   go test ./internal/site/analysis -run TypeScript -update

import type { Score } from '../engine/protocol'

/** How far an analysis is. */
export type State = 'none' | 'begun' | 'done' | 'failed'

/** What a stream of an analysis tells; event says which it is. */
export type Frame = AnalysisFrame | JudgedFrame

export interface JudgedFrame {
  event: 'judged'
  /** So many turns have been played before. */
  ply: number
  /** The turn that was played; absent at the end. */
  played?: string
  /** The best turn; absent when the game is over. */
  best?: string
  /** What the position is worth to the seat to move. */
  score: Score
  /** Plies searched in full. */
  depth: number
  /** The play expected from here, the best turn first. */
  line: string[]
}

export interface Judged {
  /** So many turns have been played before. */
  ply: number
  /** The turn that was played; absent at the end. */
  played?: string
  /** The best turn; absent when the game is over. */
  best?: string
  /** What the position is worth to the seat to move. */
  score: Score
  /** Plies searched in full. */
  depth: number
  /** The play expected from here, the best turn first. */
  line: string[]
}

export interface Analysis {
  /** Whether somebody has asked for it, and what has come of it. */
  state: 'none' | 'begun' | 'done' | 'failed'
  /** So many positions are judged in the end. */
  of: number
  /** So many positions are searched for each of them, at most. */
  nodes: number
  /** The positions that are judged, from the first. */
  judged: Judged[]
  /** Whether there is a worker who would do it. */
  possible: boolean
  /** Whether it is under way because whoever asks has asked for it, who can cancel it. */
  yours: boolean
}

export interface AnalysisFrame {
  event: 'analysis'
  state: State
  of: number
  nodes: number
  possible: boolean
}
