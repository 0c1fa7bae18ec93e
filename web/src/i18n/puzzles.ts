// The texts about puzzles, loaded with their page.

import english from './en/puzzles.json'
import { named } from './message'
import { topicOf } from './topic.svelte'

export const puzzleWords = topicOf('puzzles', english)

/** The name of a theme, and a sentence about it. */
export const themeOf = (theme: string): { name: string; text: string } =>
  named(puzzleWords().themes, theme) ?? { name: theme, text: '' }
