// The words of sharing, and of boards in pages of others.

import english from './en/share.json'
import { fileOf, topic } from './topic.svelte'

export const s = topic(english, (language) => fileOf(language, 'share'))
