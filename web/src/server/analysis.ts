// The server's analysis of a game.

import type { Analysis } from '../generated/analysis'
import { Followed } from './followed.svelte'

/** Follows an analysis until it ends. On one processor each position takes 2 to 3 s. */
export const followAnalysis = (path: () => string | undefined) =>
  new Followed<Analysis>(path, { every: 2000, isFinal: ({ state }) => state !== 'begun' })
