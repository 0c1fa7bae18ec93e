// The texts about reports and moderation, loaded with what needs them.

import english from './en/moderation.json'
import { topicOf } from './topic.svelte'

export const moderationWords = topicOf('moderation', english)
