// The texts about reports and moderation, loaded with what needs them.

import english from './en/moderation.json'
import { fileOf, topic } from './topic.svelte'

export const m = topic(english, (language) => fileOf(language, 'moderation'))
