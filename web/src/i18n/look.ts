// The texts about the page's appearance.

import english from './en/look.json'
import { topicOf } from './topic.svelte'

export const lookWords = topicOf('look', english)
