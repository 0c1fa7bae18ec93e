// Where games with a handicap start.

import { handicaps } from '../generated/handicaps'

/** The position where a game starts if a seat, from 0, gives a handicap. */
export const startWith = (game: string, name: string, giver: number): string | undefined =>
  handicaps[game]?.find((handicap) => handicap.name === name)?.starts?.[giver]
