// A search's result in the form that the page uses.

import type { Line, Search } from '../generated/protocol'
import type { Value } from './tree.svelte'

/** The lines found, best first. */
export const linesOf = (known: Search): Line[] => [known, ...(known.others ?? [])]

/** Plies to a proven end, positive if the seat to move wins, negative if it loses; 0 if not proven. */
export const provenOf = ({ score }: Line): number =>
  (score.plies ?? 0) * (score.win_probability < 0.5 ? -1 : 1)

/** A line's value for seat 0; with more than two players, for the seat to move. */
export function valueOf(
  { seats, turn }: { seats: number; turn: number },
  line: Line,
  nodes: number,
): Value {
  const turned = seats === 2 && turn === 1
  const proven = provenOf(line)
  return {
    win: turned ? 1 - line.score.win_probability : line.score.win_probability,
    proven: turned ? -proven : proven,
    depth: line.depth,
    nodes,
    best: line.move,
  }
}
