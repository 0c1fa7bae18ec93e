// The texts of the opening explorer.

import english from './en/explorer.json'
import { fileOf, topic } from './topic.svelte'

export const x = topic(english, (language) => fileOf(language, 'explorer'))
