// The texts about practicing mistakes, loaded with their page.

import english from './en/mistakes.json'
import { named } from './message'
import { topicOf } from './topic.svelte'

export const mistakeWords = topicOf('mistakes', english)

/** The name of a kind of reason why a turn was a mistake. */
export const reasonName = (kind: string): string => named(mistakeWords().reasons, kind) ?? kind
