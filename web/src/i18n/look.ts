// The texts about how the page looks, in the chosen language.

import { settings } from '../settings.svelte'
import { en } from './en.look'
import { nl } from './nl.look'

const words = { en, nl }

export const k = () => words[settings.language]
