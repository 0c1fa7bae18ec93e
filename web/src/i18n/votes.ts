// The texts about consultation games, loaded with the part of the page that shows votes.

import english from './en/votes.json'
import { topicOf } from './topic.svelte'

export const voteWords = topicOf('votes', english)
