// The texts about handicaps.

import english from './en/handicap.json'
import { topicOf } from './topic.svelte'

export const h = topicOf('handicap', english)
