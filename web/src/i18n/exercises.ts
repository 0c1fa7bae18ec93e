// The texts about the programming exercises, loaded with their pages.

import english from './en/exercises.json'
import { fileOf, topic } from './topic.svelte'

export const e = topic(english, (language) => fileOf(language, 'exercises'))
