// The engine's and the solver's verdict on a move played in games.

import { linesOf, provenOf } from '../game/score'
import type { Tree } from '../game/tree.svelte'
import type { Proof, Search } from '../generated/protocol'

/** The verdict on a move: the chance of the given seat, or who wins for certain. */
export interface Verdict {
  win: number | undefined
  /** Plies to a proven end, 0 if not proven or unknown. */
  plies: number
  /** Whether the move wins or loses for certain. */
  proven: 'winning' | 'losing' | undefined
}

/** What is known about a tree's current position. */
export interface Known {
  tree: Tree
  seats: number
  known: Search | undefined
  proof: Proof | undefined
}

/** What is known about a move in the current position; proofs take precedence. */
export function verdictOf({ tree, seats, known, proof }: Known, move: string): Verdict | undefined {
  const node = tree.current
  const turned = seats === 2 && node.turn === 1
  const line = known && linesOf(known).find((l) => l.move === move)
  const plies = line ? provenOf(line) : 0
  if (plies !== 0) {
    return { win: undefined, plies: Math.abs(plies), proven: plies > 0 ? 'winning' : 'losing' }
  }
  if (proof?.moves.includes(move)) {
    return { win: undefined, plies: proof.plies ?? 0, proven: 'winning' }
  }
  // If the solver reports only the shortest wins, nothing is known about other moves.
  if (proof && (proof.all || !proof.winners.includes(node.turn))) {
    return { win: undefined, plies: 0, proven: 'losing' }
  }
  // With more than two players, a value is for the seat to move, which is another one after the move.
  const after = seats === 2 ? node.children.find((c) => c.move === move)?.value : undefined
  if (after?.proven) {
    const wins = after.proven > 0 !== turned
    return { win: undefined, plies: Math.abs(after.proven), proven: wins ? 'winning' : 'losing' }
  }
  const win = line && (turned ? 1 - line.score.win_probability : line.score.win_probability)
  const chance = after?.win ?? win
  return chance === undefined ? undefined : { win: chance, plies: 0, proven: undefined }
}
