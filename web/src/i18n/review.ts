// The texts about analysis and game reviews, loaded with their pages.

import english from './en/review.json'
import { topicOf } from './topic.svelte'

export const reviewWords = topicOf('review', english)
