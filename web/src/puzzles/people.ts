// Puzzles as the server has them: with an account, attempts are kept there, and rate both who
// solves and the puzzle.

import { ask } from '../live/api'
import type { Attempted, PuzzlesKnown } from '../live/tried'
import type { Puzzle } from './puzzles'

/** What the server knows of the puzzles of a game, and of one's own attempts. */
export const known = (game: string) => ask<PuzzlesKnown>('GET', `/puzzles/${game}`)

/** Has the turns of a first try judged. */
export const attempt = ({ id }: Puzzle, turns: readonly string[]) =>
  ask<Attempted>('POST', `/puzzle/${id}/attempt`, { turns })
