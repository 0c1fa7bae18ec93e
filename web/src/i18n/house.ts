// Descriptions of the computer's levels as opponents.

import { residentOf } from '../game/opponents'
import english from './en/house.json'
import { named } from './message'
import { fileOf, topic } from './topic.svelte'

const house = topic(english, (language) => fileOf(language, 'house'))

/** A line about how a level of a game, from 1, plays. */
export const styleOf = (game: string, level: number): string | undefined =>
  named<readonly string[]>(house(), game)?.[level - 1]

/** The same for the house bot with this name; undefined for all other players. */
export function houseLine(name: string): string | undefined {
  const resident = residentOf(name)
  return resident && styleOf(resident.game, resident.level)
}
