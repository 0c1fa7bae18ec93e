// The puzzles that come with the page, and how to pick one. generate.sh makes them with
// `thera puzzles`.

import { Offline } from '../server/api'
import { readPuzzles } from './files'

/** A position with one winning move. */
export interface Puzzle {
  /** Identifies the puzzle wherever results are stored. */
  id: string
  game: string
  position: string
  /** How many legal moves there are. */
  moves: number
  /** How many turns the win takes, in games with short forced wins. */
  plies?: number
  /** How many positions the engine searches to find the move. */
  effort: number
  /** The puzzle's initial rating. */
  grade: number
  /** The only winning move, a reply, the only winning move after that, and so on. */
  line: string[]
  themes: string[]
}

/** Parses puzzles, one per line. */
export const parsePuzzles = (text: string): Puzzle[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Puzzle)

/** Loads a game's puzzles, the easiest first. Rejects with Offline if they do not come. */
export async function loadPuzzles(game: string): Promise<Puzzle[]> {
  const text = await readPuzzles(game).catch((error: unknown) => {
    throw new Offline(String(error))
  })
  return parsePuzzles(text).sort((a, b) => a.grade - b.grade)
}

/** The lowest grade of each difficulty band, the hardest last. */
export const bands = ['veryEasy', 'easy', 'medium', 'hard', 'veryHard'] as const
export type Band = (typeof bands)[number]
const from: Record<Band, number> = {
  veryEasy: 0,
  easy: 800,
  medium: 950,
  hard: 1200,
  veryHard: 1500,
}

export const bandOf = (rating: number): Band =>
  bands.findLast((band) => rating >= from[band]) ?? 'veryEasy'

/** The date for the puzzle of the day, in UTC: the same all over the world. */
export const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 10)

const dayMillis = 24 * 60 * 60 * 1000

export const dayBefore = (day: string) => dayOf(Date.parse(day) - dayMillis)

/** The puzzle of a day: one after another in order of ID, which is as good as random. */
export function daily(puzzles: readonly Puzzle[], day: string): Puzzle | undefined {
  const drawn = [...puzzles].sort((a, b) => (a.id < b.id ? -1 : 1))
  return drawn[Math.floor(Date.parse(day) / dayMillis) % drawn.length]
}

export const wishes = ['easier', 'near', 'harder'] as const
/** The wanted difficulty of the next puzzle, relative to the solver. */
export type Wish = (typeof wishes)[number]
const apart: Record<Wish, number> = { easier: -200, near: 0, harder: 200 }

/** How many of the puzzles nearest to the wanted rating to draw from. */
const near = 8

export interface Choice {
  /** Undefined for any. */
  theme: string | undefined
  wish: Wish
  /** The solver's rating. */
  rating: number
  ratingOf: (puzzle: Puzzle) => number
  /** The result of the first try, undefined if there was none. */
  tried: (puzzle: Puzzle) => boolean | undefined
  random?: () => number
}

/**
 * Draws the next puzzle: an untried one if possible, or else an unsolved one, and not the same one
 * again unless there is no other.
 */
export function pick(puzzles: readonly Puzzle[], choice: Choice, now?: Puzzle): Puzzle | undefined {
  const { theme, wish, rating, ratingOf, tried, random = Math.random } = choice
  const fit = puzzles.filter((p) => theme === undefined || p.themes.includes(theme))
  const others = fit.filter((p) => p !== now)
  const left = [
    others.filter((p) => tried(p) === undefined),
    others.filter((p) => tried(p) === false),
    others,
    fit,
  ].find((some) => some.length > 0)
  const wished = rating + apart[wish]
  const nearest = (left ?? [])
    .map((puzzle) => ({ puzzle, off: Math.abs(ratingOf(puzzle) - wished) }))
    .sort((a, b) => a.off - b.off)
    .slice(0, near)
  return nearest[Math.floor(random() * nearest.length)]?.puzzle
}
