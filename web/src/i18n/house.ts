// What there is to say of the house bots, in the chosen language.

import { settings } from '../settings.svelte'
import { en } from './en.house'
import { nl } from './nl.house'

const lines: Record<typeof settings.language, Record<string, readonly string[]>> = { en, nl }

/** A line about the house bot of this name, undefined for all other players. */
export function houseLine(name: string): string | undefined {
  const [, game = '', level = ''] = /^([a-z]+)-([1-8])$/.exec(name) ?? []
  return lines[settings.language][game]?.[Number(level) - 1]
}
