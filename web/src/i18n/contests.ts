// The texts about tournaments, loaded with their pages.

import english from './en/contests.json'
import { topicOf } from './topic.svelte'

export const contestWords = topicOf('contests', english)
