// The texts about practicing openings, loaded with their page.

import english from './en/openings.json'
import { fileOf, topic } from './topic.svelte'

export const o = topic(english, (language) => fileOf(language, 'openings'))
