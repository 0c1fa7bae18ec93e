// The texts about practicing openings, loaded with their page.

import english from './en/openings.json'
import { topicOf } from './topic.svelte'

export const openingWords = topicOf('openings', english)
