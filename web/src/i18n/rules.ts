// The texts of rules and exercises, by game or lesson, in the order of what they are about.

import english from './en/rules.json'
import { named } from './message'
import { fileOf, topic } from './topic.svelte'

const rules = topic(english, (language) => fileOf(language, 'rules'))

export interface Text {
  heading: string
  text: string
}

interface Texts extends Text {
  rules: readonly Text[]
  exercises: readonly Text[]
}

/** What is said where there is nothing to say. */
export const noText: Text = { heading: '', text: '' }

/** The texts of a game's rules, or of a further lesson, which has a heading too. */
export const textsOf = (name: string): Texts => ({
  ...noText,
  rules: [],
  exercises: [],
  ...named<Partial<Texts>>(rules(), name),
})
