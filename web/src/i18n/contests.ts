// The texts of tournaments in the chosen language.

import { settings } from '../settings.svelte'
import { en } from './en.contests'
import { nl } from './nl.contests'

const words = { en, nl }

export const c = () => words[settings.language]
