// The texts about studies, loaded with their pages.

import english from './en/study.json'
import { topicOf } from './topic.svelte'

export const studyWords = topicOf('study', english)
