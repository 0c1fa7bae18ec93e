// The texts about handicaps.

import english from './en/handicap.json'
import { fileOf, topic } from './topic.svelte'

export const h = topic(english, (language) => fileOf(language, 'handicap'))
