// What a search says of a position, as the page reckons with it.

import type { Line, Search } from '../engine/protocol'

/** The lines found, the best first. */
export const linesOf = (known: Search): Line[] => [known, ...(known.others ?? [])]

/** Plies to a proven end, above 0 if the seat to move wins, below it if not; 0 is not proven. */
export const provenOf = ({ score }: Line): number =>
  (score.plies ?? 0) * (score.win_probability < 0.5 ? -1 : 1)
