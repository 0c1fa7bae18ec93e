// Puzzles that the user has failed, which come back as exercises.

import { idOf, made, mistakes } from '../cards/card'
import { storedRecord } from './record.svelte'

/** Adds the puzzles that the user has failed on the first try, and that are not there yet. */
export async function addFailedPuzzles(owner: string, now: number) {
  const known = new Set((await mistakes.all(owner)).map(({ id }) => id))
  for (const [game, { tried }] of Object.entries(storedRecord.of(owner).games)) {
    for (const [puzzle, solved] of Object.entries(tried)) {
      const id = idOf({ game, puzzle })
      const card = { ...made, id, game, puzzle, added: now, updated: now }
      if (!solved && !known.has(id) && mistakes.check(card).success) {
        await mistakes.keep(card, owner)
      }
    }
  }
}
