// The puzzles that come with the page.
import { readFileSync } from 'node:fs'

export const puzzlesOf = (game) =>
  readFileSync(new URL(`../src/puzzles/${game}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
