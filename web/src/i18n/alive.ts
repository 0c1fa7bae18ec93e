// The texts about what changes on the home page, and the offer of the tours.

import english from './en/alive.json'
import { topicOf } from './topic.svelte'

export const aliveWords = topicOf('alive', english)
