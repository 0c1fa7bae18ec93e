// The texts about what is going on: on the home page, and of games that are shown to everybody.

import english from './en/alive.json'
import { fileOf, topic } from './topic.svelte'

export const a = topic(english, (language) => fileOf(language, 'alive'))
