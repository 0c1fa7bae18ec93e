// The first try at a puzzle, which counts: it is stored, changes the solver's rating, and is sent to
// the server.

import { engine } from '../engine/engine'
import type { PuzzleStanding } from '../generated/practice'
import { puzzleWords } from '../i18n/puzzles'
import { hasAccount } from '../server/me.svelte'
import { serverNow } from '../server/servertime.svelte'
import { account } from '../store/stored.svelte'
import { addFailedPuzzles } from './failed'
import { send } from './served'
import type { Puzzle } from './puzzles'
import { record } from './record.svelte'

interface Try {
  puzzle: Puzzle
  solved: boolean
  /** The solver's turns. */
  turns: readonly string[]
  /** The puzzle's rating. */
  rating: number
  /** The day, if it is the puzzle of the day. */
  day?: string | undefined
}

/** Counts a first try, and returns its effect in words. The server tells how others have done. */
export async function count(
  { puzzle, solved, turns, rating, day }: Try,
  told: (id: string, standing: PuzzleStanding) => void = () => undefined,
): Promise<string> {
  if (solved && day !== undefined) {
    record.solvedOn(day)
  }
  const before = record.of(puzzle.game)
  if (before.tried[puzzle.id] !== undefined) {
    return puzzleWords().unchanged
  }
  const now = serverNow()
  const after = await engine().ask('rate', {
    ...(before.rating ? { solver: before.rating } : {}),
    idle: before.at === 0 ? 0 : now - before.at,
    puzzle: Math.round(rating),
    solved,
  })
  record.add(puzzle, solved, turns, after, now)
  if (!solved) {
    await addFailedPuzzles(account(), now)
  }
  if (hasAccount()) {
    try {
      await send(told)
    } catch {
      return puzzleWords().notSaved
    }
  }
  return effect(before.rating?.rating, record.of(puzzle.game).rating?.rating ?? 0)
}

function effect(before: number | undefined, after: number): string {
  const rating = Math.round(after)
  const step = rating - Math.round(before ?? rating)
  const change = `${step < 0 ? '−' : '+'}${Math.abs(step)}`
  return before === undefined
    ? puzzleWords().rated({ rating })
    : puzzleWords().changed({ rating, change })
}
