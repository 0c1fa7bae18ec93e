// The texts about why a move is worse than another, loaded with what shows them.

import english from './en/why.json'
import { topicOf } from './topic.svelte'

export const whyWords = topicOf('why', english)
