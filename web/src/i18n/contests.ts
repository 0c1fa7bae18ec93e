// The texts about tournaments, loaded with their pages.

import english from './en/contests.json'
import { fileOf, topic } from './topic.svelte'

export const c = topic(english, (language) => fileOf(language, 'contests'))
