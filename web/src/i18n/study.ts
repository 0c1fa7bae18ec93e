// The texts of studies in the chosen language.

import { settings } from '../settings.svelte'
import { en } from './en.study'
import { nl } from './nl.study'

const words = { en, nl }

export const s = () => words[settings.language]
