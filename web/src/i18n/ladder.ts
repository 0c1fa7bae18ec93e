// The texts of the ladder, loaded with its page.

import english from './en/ladder.json'
import { fileOf, topic } from './topic.svelte'

export const l = topic(english, (language) => fileOf(language, 'ladder'))
