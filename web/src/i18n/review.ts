// The words of analyses and of the review of a game, which come with their pages.

import english from './en/review.json'
import { fileOf, topic } from './topic.svelte'

export const r = topic(english, (language) => fileOf(language, 'review'))
