// The texts of sharing in the chosen language.

import { settings } from '../settings.svelte'
import { en } from './en.share'
import { nl } from './nl.share'

const words = { en, nl }

export const s = () => words[settings.language]
