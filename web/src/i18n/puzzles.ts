// The texts about puzzles, loaded with their page.

import english from './en/puzzles.json'
import { named } from './message'
import { fileOf, topic } from './topic.svelte'

export const pz = topic(english, (language) => fileOf(language, 'puzzles'))

/** The name of a theme, and a sentence about it. */
export const themeOf = (theme: string): { name: string; text: string } =>
  named(pz().themes, theme) ?? { name: theme, text: '' }
