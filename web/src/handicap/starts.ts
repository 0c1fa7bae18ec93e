// Where games with a handicap start.

import { handicaps } from '../generated/handicaps'

/** A handicap, and the seat that gives it, from 0. */
interface Given {
  name: string
  giver: number
}

/** The same handicap given from the other seat, and where such a game starts. */
export function exchanged(game: string, { name, giver }: Given) {
  const found = handicaps[game]?.find((handicap) => handicap.name === name)
  const start = found?.starts?.[1 - giver]
  return start === undefined ? {} : { start, handicap: { name, giver: 1 - giver } }
}
