// The texts about consultation games, loaded with the part of the page that shows votes.

import english from './en/votes.json'
import { fileOf, topic } from './topic.svelte'

export const v = topic(english, (language) => fileOf(language, 'votes'))
