// The texts about sharing, and of boards embedded in other pages.

import english from './en/share.json'
import { fileOf, topic } from './topic.svelte'

export const s = topic(english, (language) => fileOf(language, 'share'))
