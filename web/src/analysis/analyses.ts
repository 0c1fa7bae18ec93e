// The analyses stored in the browser, so that a reload loses nothing.

import * as v from 'valibot'
import { savedTree } from '../game/tree.svelte'
import { gameNames } from '../looks'
import { Shelf } from '../store/shelf'

/** How many are stored; older ones are dropped. */
const most = 50

export const analyses = new Shelf(
  'analyses',
  v.object({
    id: v.string(),
    updated: v.number(),
    game: v.picklist(gameNames),
    seats: v.number(),
    /** What a record says besides the moves. */
    tags: v.array(v.object({ name: v.string(), value: v.string() })),
    tree: savedTree,
  }),
)

export async function forgetOldAnalyses() {
  const old = (await analyses.all()).slice(most)
  await Promise.all(old.map(({ id }) => analyses.remove(id)))
}
