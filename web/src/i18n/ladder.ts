// The texts of the ladder, loaded with its page.

import english from './en/ladder.json'
import { topicOf } from './topic.svelte'

export const ladderWords = topicOf('ladder', english)
