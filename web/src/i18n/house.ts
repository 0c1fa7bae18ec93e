// What there is to say of the computer's levels as opponents, in the chosen language.

import { residentOf } from '../game/opponents'
import { settings } from '../settings.svelte'
import { en } from './en.house'
import { nl } from './nl.house'

const lines: Record<typeof settings.language, Record<string, readonly string[]>> = { en, nl }

/** A line about how a level, from 1, of a game plays. */
export const styleOf = (game: string, level: number): string | undefined =>
  lines[settings.language][game]?.[level - 1]

/** The same of the house bot of this name, undefined for all other players. */
export function houseLine(name: string): string | undefined {
  const resident = residentOf(name)
  return resident && styleOf(resident.game, resident.level)
}
