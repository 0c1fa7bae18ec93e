// The texts about studies, loaded with their pages.

import english from './en/study.json'
import { fileOf, topic } from './topic.svelte'

export const s = topic(english, (language) => fileOf(language, 'study'))
