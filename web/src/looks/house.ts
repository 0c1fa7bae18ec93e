// Descriptions of the computer's levels as opponents.

import english from '../i18n/en/house.json'
import { named } from '../i18n/message'
import { topicOf } from '../i18n/topic.svelte'
import { residentOf } from './opponents'

const house = topicOf('house', english)

/** A line about how a level of a game, from 1, plays. */
export const styleOf = (game: string, level: number): string | undefined =>
  named<readonly string[]>(house(), game)?.[level - 1]

/** The same for the house bot with this name; undefined for all other players. */
export function houseLine(name: string): string | undefined {
  const resident = residentOf(name)
  return resident && styleOf(resident.game, resident.level)
}
