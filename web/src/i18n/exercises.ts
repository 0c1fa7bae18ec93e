// The texts about the programming exercises, loaded with their pages.

import english from './en/exercises.json'
import { topicOf } from './topic.svelte'

export const exerciseWords = topicOf('exercises', english)
