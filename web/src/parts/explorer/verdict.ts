// What the engine and the solver say of a move that was played in games.

import type { Analysis } from '../../game/analysis.svelte'
import { linesOf } from '../../game/score'
import type { Value } from '../../game/tree.svelte'

/** What is thought of a move: the chance of the seat that is told, or who wins for certain. */
export interface Verdict {
  win: number | undefined
  /** Plies to a proven end, 0 where it is not proven or not known how long it takes. */
  plies: number
  /** Whether the move wins or loses for certain. */
  proven: 'winning' | 'losing' | undefined
}

/** The part of an analysis that tells. */
export type Judging = Pick<Analysis, 'tree' | 'seats' | 'proof' | 'known' | 'valueOf'>

/** What is known of a move in the current position, the best of it: what is proven. */
export function verdictOf(analysis: Judging, move: string): Verdict | undefined {
  const { tree, seats, known } = analysis
  void tree.version
  const node = tree.current
  const line = known && linesOf(known).find((l) => l.move === move)
  const child = node.children.find((c) => c.move === move)
  const found: (Value | undefined)[] = [
    line && analysis.valueOf(node, line, known),
    // Where more than two play, a value is that of the seat to move.
    seats === 2 ? child?.value : undefined,
  ]
  const proof = analysis.proof
  const values = found.filter((value) => value !== undefined)
  const value = values.find(({ proven }) => proven !== 0) ?? values.toSorted(deeper)[0]
  if (value?.proven) {
    const first = value.proven > 0
    const wins = seats === 2 && node.turn === 1 ? !first : first
    return { win: value.win, plies: Math.abs(value.proven), proven: wins ? 'winning' : 'losing' }
  }
  if (proof) {
    const proven = proof.moves.includes(move) ? 'winning' : 'losing'
    return { win: undefined, plies: 0, proven }
  }
  return value && { win: value.win, plies: 0, proven: undefined }
}

const deeper = (a: Value, b: Value) => b.nodes - a.nodes
