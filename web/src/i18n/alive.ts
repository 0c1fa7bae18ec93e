// The texts about what changes on the home page, and the offer of the tours.

import english from './en/alive.json'
import { fileOf, topic } from './topic.svelte'

export const a = topic(english, (language) => fileOf(language, 'alive'))
