// The texts about why a move is worse than another, loaded with what shows them.

import english from './en/why.json'
import { fileOf, topic } from './topic.svelte'

export const y = topic(english, (language) => fileOf(language, 'why'))
