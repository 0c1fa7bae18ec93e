// The texts about classes, loaded with their pages.

import english from './en/class.json'
import { fileOf, topic } from './topic.svelte'

export const c = topic(english, (language) => fileOf(language, 'class'))
