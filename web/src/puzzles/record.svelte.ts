// The user's puzzle record, stored in the browser: results, rating, and streak.

import * as v from 'valibot'
import type { Strength } from '../generated/protocol'
import { Stored } from '../store/stored.svelte'
import { dayBefore, type Puzzle } from './puzzles'

const whole = v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0)), 0)

const strength = v.object({ rating: v.number(), deviation: v.number(), volatility: v.number() })

/** For one game. */
const results = v.object({
  /** By puzzle ID, whether the first try was right. */
  tried: v.fallback(v.record(v.string(), v.boolean()), () => ({})),
  rating: v.fallback(v.optional(strength), undefined),
  /** When the last attempt was, in ms. */
  at: whole,
  /** The current and the longest streak of puzzles solved on the first try. */
  run: whole,
  best: whole,
  /** First tries not yet sent to the server, oldest first: their turns. */
  waiting: v.fallback(v.array(v.object({ id: v.string(), turns: v.array(v.string()) })), () => []),
})

const schema = v.object({
  games: v.fallback(v.record(v.string(), results), () => ({})),
  /** The streak of days with a solved puzzle of the day, and the last of them. */
  days: whole,
  day: v.fallback(v.string(), ''),
})

export type Results = v.InferOutput<typeof results>
type Kept = v.InferOutput<typeof schema>

const none: Results = { tried: {}, rating: undefined, at: 0, run: 0, best: 0, waiting: [] }

/** Joins two records: the first tries of both, and the ratings and streaks changed last. */
function join(mine: Kept, { games, days, day }: Kept): Kept {
  const joined = { ...mine.games }
  for (const [game, theirs] of Object.entries(games)) {
    const ours = mine.games[game] ?? none
    joined[game] = {
      ...(theirs.at > ours.at ? theirs : ours),
      tried: { ...theirs.tried, ...ours.tried },
      best: Math.max(ours.best, theirs.best),
      waiting: [
        ...ours.waiting,
        ...theirs.waiting.filter(({ id }) => ours.tried[id] === undefined),
      ],
    }
  }
  return { games: joined, ...(day > mine.day ? { days, day } : { days: mine.days, day: mine.day }) }
}

export const storedRecord = new Stored('puzzles', schema, {
  join,
  count: ({ games }) =>
    Object.values(games).reduce((sum, { tried }) => sum + Object.keys(tried).length, 0),
})

/** Changes the results in a game, and nothing else. */
const changeIn = (game: string, edit: (mine: Results) => Results) =>
  storedRecord.change((all) => ({
    ...all,
    games: { ...all.games, [game]: edit(all.games[game] ?? none) },
  }))

export const record = {
  of: (game: string): Results => storedRecord.value.games[game] ?? none,

  /** Records a first try: its result, its turns, and the new rating. */
  add(
    { game, id }: Pick<Puzzle, 'game' | 'id'>,
    solved: boolean,
    turns: readonly string[],
    rating: Strength,
    now: number,
  ) {
    changeIn(game, (mine) => {
      const { tried, run, best, waiting } = mine
      if (tried[id] !== undefined) {
        return mine // another tab was faster
      }
      const length = solved ? run + 1 : 0
      return {
        tried: { ...tried, [id]: solved },
        rating,
        at: now,
        run: length,
        best: Math.max(best, length),
        waiting: [...waiting, { id, turns: [...turns] }],
      }
    })
  },

  /** The first tries of all games not yet sent to the server. */
  get waiting() {
    return Object.entries(storedRecord.value.games).flatMap(([game, { waiting }]) =>
      waiting.map((attempt) => ({ game, ...attempt })),
    )
  },

  /** Records that the server has a first try, or does not want it. */
  heard: (game: string, id: string) =>
    changeIn(game, (mine) => ({
      ...mine,
      waiting: mine.waiting.filter((attempt) => attempt.id !== id),
    })),

  /** Takes over an account's data from the server. */
  merge: (game: string, tried: Record<string, boolean>, rating: Strength | undefined, at: number) =>
    changeIn(game, (mine) => ({
      ...mine,
      tried: { ...mine.tried, ...tried },
      rating: rating ?? mine.rating,
      at: rating ? at : mine.at,
    })),

  /**
   * Records that a puzzle of the day has been solved. A later day on record comes from a clock that was
   * wrong: it counts once, as today.
   */
  solvedOn: (today: string) =>
    storedRecord.change((all) => {
      if (all.day === today) {
        return all
      }
      const before = all.day > today ? all.days - 1 : all.day === dayBefore(today) ? all.days : 0
      return { ...all, days: before + 1, day: today }
    }),

  /** The streak in days as of a day, which still counts while that day's puzzle is open. */
  daysOn: (today: string): number =>
    storedRecord.value.day >= dayBefore(today) ? storedRecord.value.days : 0,
}
