// The texts about what is saved in the browser.

import english from './en/kept.json'
import { fileOf, topic } from './topic.svelte'

export const k = topic(english, (language) => fileOf(language, 'kept'))
