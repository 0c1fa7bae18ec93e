// What somebody has tried, kept in the browser: results, rating, and how many in a row.

import * as v from 'valibot'
import type { Strength } from '../engine/protocol'
import { noteKept } from '../game/unkept.svelte'
import { dayBefore, type Puzzle } from './puzzles'

const key = 'thera.puzzles'

const whole = v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0)), 0)

const strength = v.object({ rating: v.number(), deviation: v.number(), volatility: v.number() })

/** Of a game. */
const results = v.object({
  /** By the ids of puzzles, whether the first try was right. */
  tried: v.fallback(v.record(v.string(), v.boolean()), () => ({})),
  rating: v.fallback(v.optional(strength), undefined),
  /** When the last attempt was, in ms. */
  at: whole,
  /** How many at the first try one after the other, now and at most. */
  run: whole,
  best: whole,
  /** First tries that the server has not heard of, the oldest first: their turns. */
  waiting: v.fallback(v.array(v.object({ id: v.string(), turns: v.array(v.string()) })), () => []),
})

const schema = v.object({
  games: v.fallback(v.record(v.string(), results), () => ({})),
  /** The days, one after the other, on which a puzzle of the day was solved, and the last one. */
  days: whole,
  day: v.fallback(v.string(), ''),
})

export type Results = v.InferOutput<typeof results>
type Kept = v.InferOutput<typeof schema>

/** Takes what is stored, and nothing for all that is missing or of no use. */
export function parseKept(text: string | null): Kept {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '{}')
  } catch {
    // A broken text is as good as none.
  }
  return v.parse(v.fallback(schema, { games: {}, days: 0, day: '' }), stored ?? {})
}

function read(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const none: Results = { tried: {}, rating: undefined, at: 0, run: 0, best: 0, waiting: [] }

export class PuzzleRecord {
  #kept: Kept

  constructor(kept: Kept) {
    this.#kept = $state(kept)
  }

  of(game: string): Results {
    return this.#kept.games[game] ?? none
  }

  /** Keeps the result of a first try, its turns, and the rating that it leads to. */
  add(
    { game, id }: Pick<Puzzle, 'game' | 'id'>,
    solved: boolean,
    turns: readonly string[],
    rating: Strength,
    now: number,
  ) {
    const { tried, run, best, waiting } = this.of(game)
    const length = solved ? run + 1 : 0
    this.#kept.games[game] = {
      tried: { ...tried, [id]: solved },
      rating,
      at: now,
      run: length,
      best: Math.max(best, length),
      waiting: [...waiting, { id, turns: [...turns] }],
    }
    this.#store()
  }

  /** The first tries of all games that the server has not heard of. */
  get waiting() {
    return Object.entries(this.#kept.games).flatMap(([game, { waiting }]) =>
      waiting.map((attempt) => ({ game, ...attempt })),
    )
  }

  /** Keeps that the server has heard of a first try, or wants none. */
  heard(game: string, id: string) {
    const mine = this.of(game)
    const waiting = mine.waiting.filter((attempt) => attempt.id !== id)
    this.#kept.games[game] = { ...mine, waiting }
    this.#store()
  }

  /** Takes over what the server knows of an account. */
  merge(game: string, tried: Record<string, boolean>, rating: Strength | undefined, at: number) {
    const mine = this.of(game)
    this.#kept.games[game] = {
      ...mine,
      tried: { ...mine.tried, ...tried },
      rating: rating ?? mine.rating,
      at: rating ? at : mine.at,
    }
    this.#store()
  }

  /**
   * Adds what was kept in another browser: the first tries of both, and of ratings and runs those
   * changed last. Returns how many puzzles are new.
   */
  join({ games, days, day }: Kept): number {
    let added = 0
    for (const [game, theirs] of Object.entries(games)) {
      const mine = this.of(game)
      const tried = { ...theirs.tried, ...mine.tried }
      const best = Math.max(mine.best, theirs.best)
      added += Object.keys(tried).length - Object.keys(mine.tried).length
      const unheard = theirs.waiting.filter(({ id }) => mine.tried[id] === undefined)
      const waiting = [...mine.waiting, ...unheard]
      this.#kept.games[game] = { ...(theirs.at > mine.at ? theirs : mine), tried, best, waiting }
    }
    if (day > this.#kept.day) {
      this.#kept.days = days
      this.#kept.day = day
    }
    this.#store()
    return added
  }

  /** Keeps that a puzzle of the day has been solved. */
  solvedOn(day: string) {
    if (this.#kept.day !== day) {
      this.#kept.days = this.#kept.day === dayBefore(day) ? this.#kept.days + 1 : 1
      this.#kept.day = day
      this.#store()
    }
  }

  /** How many days in a row, as seen on a day: one that is not over can still be added. */
  daysOn(day: string): number {
    return this.#kept.day === day || this.#kept.day === dayBefore(day) ? this.#kept.days : 0
  }

  #store() {
    try {
      localStorage.setItem(key, JSON.stringify(this.#kept))
    } catch {
      noteKept(false) // it counts as long as the page lasts
    }
  }
}

export const record = new PuzzleRecord(parseKept(read()))
