// The texts of rules and exercises, by game or lesson, in the order of the positions they describe.

import english from './en/rules.json'
import { named } from './message'
import { topicOf } from './topic.svelte'

const rules = topicOf('rules', english)

export interface Text {
  heading: string
  text: string
}

interface Texts extends Text {
  rules: readonly Text[]
  exercises: readonly Text[]
}

/** A text that is missing. */
export const noText: Text = { heading: '', text: '' }

/** The texts of a game's rules, or of a further lesson, which also has a heading. */
export const textsOf = (name: string): Texts => ({
  ...noText,
  rules: [],
  exercises: [],
  ...named<Partial<Texts>>(rules(), name),
})
