// The words about what was played in openings.

import english from './en/explorer.json'
import { fileOf, topic } from './topic.svelte'

export const x = topic(english, (language) => fileOf(language, 'explorer'))
