// The texts about classes, loaded with their pages.

import english from './en/class.json'
import { topicOf } from './topic.svelte'

export const classWords = topicOf('class', english)
