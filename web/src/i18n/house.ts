// What there is to say of the house bots.

import english from './en/house.json'
import { named } from './message'
import { fileOf, topic } from './topic.svelte'

const house = topic(english, (language) => fileOf(language, 'house'))

/** A line about the house bot of this name, undefined for all other players. */
export function houseLine(name: string): string | undefined {
  const [, game = '', level = ''] = /^([a-z]+)-([1-8])$/.exec(name) ?? []
  return named<readonly string[]>(house(), game)?.[Number(level) - 1]
}
