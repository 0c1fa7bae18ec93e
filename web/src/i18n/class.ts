// The texts of classes in the chosen language.

import { settings } from '../settings.svelte'
import { en } from './en.class'
import { nl } from './nl.class'

const words = { en, nl }

export const c = () => words[settings.language]
