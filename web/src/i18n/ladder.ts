// The texts of the ladder, loaded with its page.

import english from './en/ladder.json'
import { topicOf } from './topic.svelte'

export const l = topicOf('ladder', english)
