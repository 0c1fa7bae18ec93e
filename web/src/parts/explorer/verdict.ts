// What the engine and the solver say of a move that was played in games.

import type { Proof, Search } from '../../engine/protocol'
import { linesOf, provenOf } from '../../game/score'
import type { Tree } from '../../game/tree.svelte'

/** What is thought of a move: the chance of the seat that is told, or who wins for certain. */
export interface Verdict {
  win: number | undefined
  /** Plies to a proven end, 0 where it is not proven or not known how long it takes. */
  plies: number
  /** Whether the move wins or loses for certain. */
  proven: 'winning' | 'losing' | undefined
}

/** What is known of the current position of a tree. */
export interface Known {
  tree: Tree
  seats: number
  known: Search | undefined
  proof: Proof | undefined
}

/** What is known of a move in the current position, first of all what is proven. */
export function verdictOf({ tree, seats, known, proof }: Known, move: string): Verdict | undefined {
  void tree.version
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
  // Of others nothing is known where the solver told but the shortest wins.
  if (proof && (proof.all || !proof.winners.includes(node.turn))) {
    return { win: undefined, plies: 0, proven: 'losing' }
  }
  // Where more than two play, a value is that of the seat to move, who is another one there.
  const after = seats === 2 ? node.children.find((c) => c.move === move)?.value : undefined
  if (after?.proven) {
    const wins = after.proven > 0 !== turned
    return { win: undefined, plies: Math.abs(after.proven), proven: wins ? 'winning' : 'losing' }
  }
  const win = line && (turned ? 1 - line.score.win_probability : line.score.win_probability)
  const chance = after?.win ?? win
  return chance === undefined ? undefined : { win: chance, plies: 0, proven: undefined }
}
