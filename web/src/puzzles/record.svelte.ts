// The user's puzzle record, stored in the browser: results, rating, and streak.

import * as v from 'valibot'
import type { Strength } from '../engine/protocol'
import { noteKept } from '../game/unkept.svelte'
import { dayBefore, type Puzzle } from './puzzles'

const key = 'thera.puzzles'

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

/** Parses what is stored, dropping anything missing or unusable. */
export function parseKept(text: string | null): Kept {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '{}')
  } catch {
    // Broken text counts as none.
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

  /** Records a first try: its result, its turns, and the new rating. */
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

  /** The first tries of all games not yet sent to the server. */
  get waiting() {
    return Object.entries(this.#kept.games).flatMap(([game, { waiting }]) =>
      waiting.map((attempt) => ({ game, ...attempt })),
    )
  }

  /** Records that the server has a first try, or does not want it. */
  heard(game: string, id: string) {
    const mine = this.of(game)
    const waiting = mine.waiting.filter((attempt) => attempt.id !== id)
    this.#kept.games[game] = { ...mine, waiting }
    this.#store()
  }

  /** Takes over an account's data from the server. */
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
   * Merges another browser's data: the first tries of both, and the ratings and streaks changed last.
   * Returns how many puzzles are new.
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

  /** Records that a puzzle of the day has been solved. */
  solvedOn(day: string) {
    if (this.#kept.day !== day) {
      this.#kept.days = this.#kept.day === dayBefore(day) ? this.#kept.days + 1 : 1
      this.#kept.day = day
      this.#store()
    }
  }

  /** The streak in days as of a day, which still counts while that day's puzzle is open. */
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
