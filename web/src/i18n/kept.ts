// The texts about what is saved in the browser.

import english from './en/kept.json'
import { topicOf } from './topic.svelte'

export const keptWords = topicOf('kept', english)
