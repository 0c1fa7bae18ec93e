// The texts about the page's appearance.

import english from './en/look.json'
import { fileOf, topic } from './topic.svelte'

export const k = topic(english, (language) => fileOf(language, 'look'))
