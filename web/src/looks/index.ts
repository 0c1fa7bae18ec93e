// The games that the page can show. A game is added here, and nowhere else in the page.

import { amazons } from './amazons'
import { hermit } from './hermit'
import type { Look } from './look'
import { santorini } from './santorini'

const looks = new Map<string, Look>(Object.entries({ amazons, santorini, hermit }))

/** The names of the games, in the order in which they are offered. */
export const gameNames: readonly string[] = [...looks.keys()]

/** The game that is shown where none is named. */
export const usualGame = 'amazons'

/** Returns what the page knows of a game. */
export function lookOf(game: string): Look {
  const look = looks.get(game)
  if (!look) {
    throw new Error(`game ${game}: the page knows ${gameNames.join(', ')}`)
  }
  return look
}
