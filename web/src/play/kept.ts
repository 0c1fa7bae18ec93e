// The games stored in the browser.

import * as v from 'valibot'
import { newId } from '../base/id'
import { reasons } from '../game/ending'
import { gameNames } from '../looks'
import { Shelf } from '../store/shelf'
import type { ClockRule } from './clock.svelte'

const player = v.object({
  kind: v.picklist(['person', 'computer']),
  /** The computer's level, 1 to 8. */
  level: v.optional(v.number(), 8),
})

/** A stored game. */
export const keptSchema = v.object({
  version: v.literal(1),
  id: v.string(),
  created: v.optional(v.number(), 0),
  updated: v.number(),
  game: v.picklist(gameNames),
  variant: v.optional(v.string(), ''),
  start: v.string(),
  /** How powers were drawn, if they were. */
  drawn: v.exactOptional(v.object({ way: v.string(), seed: v.number() })),
  /** The handicap, and the seat that gives it. */
  handicap: v.exactOptional(v.object({ name: v.string(), giver: v.number() })),
  moves: v.array(v.string()),
  players: v.pipe(v.array(player), v.minLength(2)),
  result: v.exactOptional(v.object({ winners: v.array(v.number()), reason: v.picklist(reasons) })),
  clock: v.exactOptional(v.object({ start: v.number(), increment: v.number() })),
  /** Milliseconds left to each seat. */
  left: v.exactOptional(v.array(v.number())),
  flipped: v.optional(v.boolean(), false),
})

export type Kept = v.InferOutput<typeof keptSchema>
export type Player = v.InferOutput<typeof player>

export const games = new Shelf('games', keptSchema)

/** The seats of people. */
export const peopleOf = (players: Player[]) =>
  players.flatMap((p, seat) => (p.kind === 'person' ? [seat] : []))

/** Whether an ID is that of a game stored here, not of one on the server. */
export const isKeptId = (id: string) => /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(id)

export interface Options {
  game: string
  variant: string
  /** Text of the start position. */
  start: string
  players: Player[]
  drawn?: Kept['drawn'] | undefined
  handicap?: Kept['handicap'] | undefined
  clock?: ClockRule | undefined
}

/** The game with which a match begins. */
export function newKept({ game, variant, start, players, drawn, handicap, clock }: Options): Kept {
  const now = Date.now()
  const people = peopleOf(players)
  return {
    version: 1,
    id: newId(),
    created: now,
    updated: now,
    game,
    variant,
    start,
    ...(drawn ? { drawn } : {}),
    ...(handicap ? { handicap } : {}),
    moves: [],
    players,
    flipped: people.length === 1 && people[0] === 1,
    ...(clock ? { clock, left: players.map(() => clock.start) } : {}),
  }
}
