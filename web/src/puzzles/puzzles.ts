// The puzzles that come with the page, and which of them to take. generate.sh makes them with
// `thera puzzles`.

import { lookOf } from '../looks'

/** A position with one winning move. */
export interface Puzzle {
  /** Names the puzzle wherever results are kept. */
  id: string
  game: string
  position: string
  /** How many legal moves there are. */
  moves: number
  /** How long the win takes, where the game has wins that are forced in few turns. */
  plies?: number
  /** How many positions it takes the engine to find the move. */
  effort: number
  /** Where the puzzle's rating begins. */
  grade: number
  /** The one winning move, a reply, the one winning move after that and so on. */
  line: string[]
  themes: string[]
}

/** Reads puzzles, one a line. */
export const parsePuzzles = (text: string): Puzzle[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Puzzle)

/** Loads the puzzles of a game, the easiest first. */
export async function loadPuzzles(game: string): Promise<Puzzle[]> {
  const text = (await lookOf(game).puzzles?.())?.default ?? ''
  return parsePuzzles(text).sort((a, b) => a.grade - b.grade)
}

/** Grades from which a puzzle is called so, the hardest last. */
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

/** A day as puzzles of the day go by it: all over the world it is the same one. */
export const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 10)

const dayMillis = 24 * 60 * 60 * 1000

export const dayBefore = (day: string) => dayOf(Date.parse(day) - dayMillis)

/** The puzzle of a day: by their ids, which are as good as drawn, one after the other. */
export function daily(puzzles: readonly Puzzle[], day: string): Puzzle | undefined {
  const drawn = [...puzzles].sort((a, b) => (a.id < b.id ? -1 : 1))
  return drawn[Math.floor(Date.parse(day) / dayMillis) % drawn.length]
}

export const wishes = ['easier', 'near', 'harder'] as const
/** How hard the next one is to be, as seen by who solves it. */
export type Wish = (typeof wishes)[number]
const apart: Record<Wish, number> = { easier: -200, near: 0, harder: 200 }

/** How many of the nearest to what is wished for one is drawn from. */
const near = 8

export interface Choice {
  /** Undefined for any. */
  theme: string | undefined
  wish: Wish
  /** The solver's rating. */
  rating: number
  ratingOf: (puzzle: Puzzle) => number
  /** How the first try went, undefined where there was none. */
  tried: (puzzle: Puzzle) => boolean | undefined
  random?: () => number
}

/**
 * Draws the next puzzle: one that has not been tried, if there is any, or else one that was not
 * solved, but never the same again if it can be helped.
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
