// The texts about what is kept in the browser, in the chosen language.

import { settings } from '../settings.svelte'
import { en } from './en.kept'
import { nl } from './nl.kept'

const words = { en, nl }

export const k = () => words[settings.language]
