// The texts of the opening explorer.

import english from './en/explorer.json'
import { topicOf } from './topic.svelte'

export const explorerWords = topicOf('explorer', english)
