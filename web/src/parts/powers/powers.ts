// The powers as the page shows them, in the chosen language.

import { mortal, powers, type Power } from '../../looks/powers'
import { settings } from '../../settings.svelte'

/** The names of the powers as texts have them, in the order in which they are shown. */
export const powerNames: readonly string[] = Object.keys(powers)

/** A power by its name, with or without the mark of Athena's ban; of a mortal if there is none. */
export const powerOf = (name: string): Power => powers[name.replace('^', '')] ?? mortal

/** What a power is called and what its card says. */
export const powerWords = (name: string) => powerOf(name)[settings.language]
