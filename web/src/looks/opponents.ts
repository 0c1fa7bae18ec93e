// The computer's levels as named opponents. On the server, they have accounts named after game and
// level, such as "amazons-3".

import { opponents } from '../generated/opponents'
import { t } from '../i18n'

/** The name of a game's opponent at a level, from 1. */
export const opponentName = (game: string, level: number) =>
  opponents[game]?.[level - 1] ?? `${game}-${level}`

/** What the server calls each player whose account was closed. No account has this name. */
export const deletedName = 'deleted'

/** The displayed name of an account: that of the opponent if it is a house bot. */
export function shownName(account: string): string {
  if (account === deletedName) {
    return t().people.deleted
  }
  const resident = residentOf(account)
  return resident ? opponentName(resident.game, resident.level) : account
}

/** Who plays a game, by the names of their accounts. */
export const playersText = (names: readonly string[]) =>
  names.map(shownName).join(` ${t().people.versus} `)

/** A house bot's game and level by its account name, undefined for all other players. */
export function residentOf(account: string): { game: string; level: number } | undefined {
  const [, game = '', level = ''] = /^([a-z]+)-([1-8])$/.exec(account) ?? []
  return Object.hasOwn(opponents, game) ? { game, level: Number(level) } : undefined
}
