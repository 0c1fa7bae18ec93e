// The words about how the page looks.

import english from './en/look.json'
import { fileOf, topic } from './topic.svelte'

export const k = topic(english, (language) => fileOf(language, 'look'))
