// The puzzles that are shipped with the page, and which of them have been solved.
// generate.sh makes them with `thera puzzles`.

import { SvelteSet } from 'svelte/reactivity'
import { lookOf } from '../looks'

/** A position with one winning move; plies is how long the win takes. */
export interface Puzzle {
  game: string
  position: string
  move: string
  plies: number
  moves: number
  line: string[]
}

/** Reads puzzles, one a line, and puts the shortest wins with the fewest moves first. */
export function parsePuzzles(text: string): Puzzle[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Puzzle)
    .sort((a, b) => a.plies - b.plies || a.moves - b.moves)
}

/** Loads the puzzles of a game, those with powers after the others. */
export async function loadPuzzles(game: string): Promise<Puzzle[]> {
  const { puzzles, powerPuzzles } = lookOf(game)
  const texts = await Promise.all([puzzles?.(), powerPuzzles?.()])
  return texts.flatMap((text) => parsePuzzles(text?.default ?? ''))
}

/** Whether somebody has a power: positions name the powers in a field of their own. */
export const hasPowers = ({ position }: Puzzle) => position.split(' ').length > 3

const key = 'thera.solved'

/** The positions of puzzles that have been solved, kept in the browser. */
class Solved extends SvelteSet<string> {
  override add(position: string): this {
    super.add(position)
    try {
      localStorage.setItem(key, JSON.stringify([...this]))
    } catch {
      // Without storage they count as long as the page lasts.
    }
    return this
  }
}

function stored(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(list) ? list.filter((p) => typeof p === 'string') : []
  } catch {
    return []
  }
}

export const solved = new Solved(stored())
