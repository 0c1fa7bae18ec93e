// The texts about analysis and game reviews, loaded with their pages.

import english from './en/review.json'
import { fileOf, topic } from './topic.svelte'

export const r = topic(english, (language) => fileOf(language, 'review'))
