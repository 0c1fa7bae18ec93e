// The texts about handicaps.

import english from './en/handicap.json'
import { topicOf } from './topic.svelte'

export const handicapWords = topicOf('handicap', english)
