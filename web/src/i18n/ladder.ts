// The texts of the ladder in the chosen language.

import { settings } from '../settings.svelte'
import { en } from './en.ladder'
import { nl } from './nl.ladder'

const words = { en, nl }

export const l = () => words[settings.language]
