// The levels of the computer as opponents with names. On the service they have accounts called
// after game and level, "amazons-3".

import { opponents } from '../engine/opponents'

/** The name of the opponent at a level, from 1, of a game. */
export const opponentName = (game: string, level: number) =>
  opponents[game]?.[level - 1] ?? `${game}-${level}`

/** What people read for the name of an account: that of the opponent where it is a house bot's. */
export function shownName(account: string): string {
  const resident = residentOf(account)
  return resident ? opponentName(resident.game, resident.level) : account
}

/** The game and level of a house bot by the name of its account, undefined for all other players. */
export function residentOf(account: string): { game: string; level: number } | undefined {
  const [, game = '', level = ''] = /^([a-z]+)-([1-8])$/.exec(account) ?? []
  return opponents[game] ? { game, level: Number(level) } : undefined
}
