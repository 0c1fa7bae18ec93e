// What a record says besides the moves.

import type { GameText } from '../generated/protocol'

type Tags = GameText['tags']

export const tagOf = (tags: Tags, name: string) => tags.find((tag) => tag.name === name)?.value

/** The names of all players; empty if there are none. */
export const playersOf = (tags: Tags) =>
  tags
    .flatMap(({ name, value }) => (/^Player\d$/.test(name) && value !== '' ? [value] : []))
    .join(' – ')
