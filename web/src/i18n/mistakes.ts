// The texts about practicing mistakes, loaded with their page.

import english from './en/mistakes.json'
import { named } from './message'
import { topicOf } from './topic.svelte'

export const m = topicOf('mistakes', english)

/** The name of a kind of reason why a turn was a mistake. */
export const reasonName = (kind: string): string => named(m().reasons, kind) ?? kind
