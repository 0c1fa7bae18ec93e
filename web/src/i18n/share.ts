// The texts about sharing, and of boards embedded in other pages.

import english from './en/share.json'
import { topicOf } from './topic.svelte'

export const shareWords = topicOf('share', english)
