// The texts about puzzles, loaded with their page.

import english from './en/puzzles.json'
import { named } from './message'
import { topicOf } from './topic.svelte'

export const pz = topicOf('puzzles', english)

/** The name of a theme, and a sentence about it. */
export const themeOf = (theme: string): { name: string; text: string } =>
  named(pz().themes, theme) ?? { name: theme, text: '' }
