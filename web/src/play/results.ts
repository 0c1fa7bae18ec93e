// The user's results against each level of the computer: from stored games, and from a short entry
// for each deleted one.

import * as v from 'valibot'
import { gameNames } from '../looks'
import { Shelf } from '../store/shelf'
import { games, peopleOf, type Kept } from './kept'

const schema = v.object({
  /** The game's ID. */
  id: v.string(),
  updated: v.number(),
  game: v.picklist(gameNames),
  level: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8)),
  won: v.boolean(),
})

export type Outcome = v.InferOutput<typeof schema>

/** The results of games no longer stored. */
export const results = new Shelf('results', schema)

/** Games won and lost. */
export interface Score {
  won: number
  lost: number
}

/**
 * The result of a game of one person against the computer. Undefined if it is not over, did not start
 * from a standard position, or had other players.
 */
export function outcomeOf({ id, updated, game, variant, players, result }: Kept) {
  const [person, ...others] = peopleOf(players)
  const level = players.find(({ kind }) => kind === 'computer')?.level
  if (!result || variant === '' || person === undefined || others.length > 0 || !level) {
    return undefined
  }
  return { id, updated, game, level, won: result.winners.includes(person) } satisfies Outcome
}

/** Counts results, each game once, by game and level. */
export function count(outcomes: readonly Outcome[]): Map<string, Score[]> {
  const scores = new Map<string, Score[]>(
    gameNames.map((game) => [game, Array.from({ length: 8 }, () => ({ won: 0, lost: 0 }))]),
  )
  for (const { game, level, won } of new Map(outcomes.map((o) => [o.id, o])).values()) {
    const score = scores.get(game)?.[level - 1]
    if (score) {
      score[won ? 'won' : 'lost']++
    }
  }
  return scores
}

/** The scores of all games played, by game and, from level 1, by level. */
export async function scores(): Promise<Map<string, Score[]>> {
  const [gone, kept] = await Promise.all([results.all(), games.all()])
  return count([...gone, ...kept.flatMap((k) => outcomeOf(k) ?? [])])
}

/** Deletes a game, but not its result. */
export async function drop(kept: Kept) {
  const outcome = outcomeOf(kept)
  if (outcome) {
    await results.keep(outcome)
  }
  await games.remove(kept.id)
}

/** Restores a deleted game. */
export async function restore(kept: Kept) {
  await games.keep(kept)
  await results.remove(kept.id)
}
