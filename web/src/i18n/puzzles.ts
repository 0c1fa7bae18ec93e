// The words of puzzles, which come with their page.

import english from './en/puzzles.json'
import { named } from './message'
import { fileOf, topic } from './topic.svelte'

export const pz = topic(english, (language) => fileOf(language, 'puzzles'))

/** What a theme is called, and what it is about in a sentence. */
export const themeOf = (theme: string): { name: string; text: string } =>
  named(pz().themes, theme) ?? { name: theme, text: '' }
