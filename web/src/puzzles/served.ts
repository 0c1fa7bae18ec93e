// Puzzles on the server: with an account, attempts are stored there, and rate both the solver and the
// puzzle.

import type { Attempted, PuzzlesKnown, PuzzleStanding } from '../generated/practice'
import { ask, Problem } from '../server/api'
import { account } from '../store/stored.svelte'
import { record } from './record.svelte'

/** What the server knows about a game's puzzles and the user's attempts. */
export const known = (game: string) => ask<PuzzlesKnown>('GET', `/puzzles/${game}`)

/**
 * Sends the server all first tries that it has not seen, including those from before the user had an
 * account, and takes over the results. Rejects at the first that can't be sent; it and those after it
 * stay in the queue.
 */
export async function send(told: (id: string, standing: PuzzleStanding) => void) {
  const user = account()
  for (const { game, id, turns } of record.waiting) {
    const answer = await attempt(id, turns)
    if (account() !== user) {
      return // the rest waits until they are back
    }
    if (answer) {
      record.merge(game, { [id]: answer.solved }, answer.rating, answer.at)
      told(id, answer.puzzle)
    }
    record.heard(game, id)
  }
}

/** Sends a first try. If the server does not have the puzzle, it never will, and answers undefined. */
async function attempt(id: string, turns: readonly string[]): Promise<Attempted | undefined> {
  try {
    return await ask<Attempted>('POST', `/puzzle/${id}/attempt`, { turns })
  } catch (error) {
    if (error instanceof Problem && [404, 422].includes(error.status)) {
      return undefined
    }
    throw error
  }
}
