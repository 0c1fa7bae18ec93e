// The texts of analyses and of the review of a game in the chosen language.

import { settings } from '../settings.svelte'
import { en } from './en.review'
import { nl } from './nl.review'

const words = { en, nl }

export const r = () => words[settings.language]
