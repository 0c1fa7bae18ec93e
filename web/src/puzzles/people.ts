// Puzzles as the server has them: with an account, attempts are kept there, and rate both who
// solves and the puzzle.

import { ask, Problem } from '../live/api'
import type { Attempted, PuzzlesKnown, PuzzleStanding } from '../live/tried'
import type { PuzzleRecord } from './record.svelte'

/** What the server knows of the puzzles of a game, and of one's own attempts. */
export const known = (game: string) => ask<PuzzlesKnown>('GET', `/puzzles/${game}`)

/**
 * Has all first tries judged that the server has not heard of, those from before one had an account
 * too, and takes over what it says of them. Rejects at the first that can't be sent: it waits on,
 * and so do those after it.
 */
export async function send(
  record: PuzzleRecord,
  told: (id: string, standing: PuzzleStanding) => void,
) {
  for (const { game, id, turns } of record.waiting) {
    try {
      const answer = await ask<Attempted>('POST', `/puzzle/${id}/attempt`, { turns })
      record.merge(game, { [id]: answer.solved }, answer.rating, answer.at)
      told(id, answer.puzzle)
    } catch (error) {
      // The server may not have the puzzle: then it never will.
      if (!(error instanceof Problem && [404, 422].includes(error.status))) {
        throw error
      }
    }
    record.heard(game, id)
  }
}
