// The games that the page can show. This is the only place to register a game on the page.

import { amazons } from './amazons'
import { hermit } from './hermit'
import type { Look } from './look'
import { santorini } from './santorini'

const looks = new Map<string, Look>(Object.entries({ amazons, santorini, hermit }))

/** The names of the games, in display order. */
export const gameNames: readonly string[] = [...looks.keys()]

/** The game to show if none is named. */
export const usualGame = 'amazons'

/** What the page knows about a game. */
export function lookOf(game: string): Look {
  const look = looks.get(game)
  if (!look) {
    throw new Error(`game ${game}: the page knows ${gameNames.join(', ')}`)
  }
  return look
}

/** Whether a player sees the board of an exercise from the other side. */
export const isTurned = (game: string, seat: number) => lookOf(game).turned === true && seat === 1

/** A move as announced to people who do not see the board. */
export const spokenMove = (game: string, move: string) => lookOf(game).spoken(move)
