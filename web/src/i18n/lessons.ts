// The texts around the lessons, in the chosen language. Those of the lessons are beside them.

import { settings } from '../settings.svelte'
import { en } from './en.lessons'
import { nl } from './nl.lessons'

const words = { en, nl }

export const s = () => words[settings.language]
