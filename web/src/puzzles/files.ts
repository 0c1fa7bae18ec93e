// The files of puzzles, one puzzle per line, by game.

const files = import.meta.glob<string>('./*.jsonl', { query: '?raw', import: 'default' })

const fileOf = (game: string) => files[`./${game}.jsonl`]

export const hasPuzzles = (game: string) => fileOf(game) !== undefined

/** A game's puzzles as text; empty if it has none. */
export const readPuzzles = (game: string): Promise<string> =>
  fileOf(game)?.() ?? Promise.resolve('')
