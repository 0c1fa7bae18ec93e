// What the user practices: mistakes of reviewed games, and failed puzzles, each with its repetitions.
// The server stores the same and merges in the same way (internal/site/practice).

import * as v from 'valibot'
import { gameNames } from '../looks'
import { Shelf } from '../store/shelf'

/** How many cards there can be, and how many repetitions of each. */
const mostCards = 2000
const mostRepetitions = 40

/** From wrong to right on the first try; a removed card is not asked for again. */
const grades = ['again', 'hard', 'good', 'removed'] as const
export type Grade = (typeof grades)[number]

const text = (length: number) => v.pipe(v.string(), v.maxLength(length))
const time = v.pipe(v.number(), v.integer(), v.minValue(1))
const repetition = v.object({ at: time, grade: v.picklist(grades) })
export type Repetition = v.InferOutput<typeof repetition>

const shared = {
  id: v.string(),
  updated: v.number(),
  game: v.picklist(gameNames),
  /** When it was found, in ms. */
  added: time,
  /** In order of time. */
  repetitions: v.pipe(v.array(repetition), v.maxLength(mostRepetitions)),
  /** The account for which the server has the card with these very repetitions; "" if for none. */
  sent: v.optional(v.string(), ''),
}
const mistake = v.object({
  ...shared,
  /** The position before the mistake. */
  position: text(300),
  /** The mistake, and a better turn. */
  played: text(100),
  better: text(100),
  /** The opponent's best answer to the mistake, unless it ended the game. */
  answer: v.exactOptional(text(100)),
  /** Whether the position before the mistake is proven to be won. */
  won: v.optional(v.boolean(), false),
  /** Why it was a mistake: the kinds of reasons. */
  reasons: v.optional(v.pipe(v.array(text(30)), v.maxLength(4)), () => []),
})
const failed = v.object({
  ...shared,
  /** The ID of the puzzle. */
  puzzle: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,20}$/)),
})

export type MistakeCard = v.InferOutput<typeof mistake>
export type PuzzleCard = v.InferOutput<typeof failed>
export type Card = MistakeCard | PuzzleCard

export const isPuzzle = (card: Card): card is PuzzleCard => 'puzzle' in card

/** Identifies the same mistake, whatever game it was made in. */
export const idOf = (
  card: Pick<PuzzleCard, 'game' | 'puzzle'> | Pick<MistakeCard, 'game' | 'position' | 'played'>,
) =>
  'puzzle' in card ? `${card.game}#${card.puzzle}` : `${card.game} ${card.position} ${card.played}`

export const cardSchema: v.GenericSchema<unknown, Card> = v.pipe(
  v.union([failed, mistake]),
  v.check((card) => card.id === idOf(card)),
)

/** The newest of some repetitions in order of time, of several at the same time the worst. */
function union(some: readonly Repetition[]): Repetition[] {
  const worstLast = [...some].sort((a, b) => grades.indexOf(b.grade) - grades.indexOf(a.grade))
  const all = [...new Map(worstLast.map((one) => [one.at, one])).values()]
  return all.sort((a, b) => a.at - b.at).slice(-mostRepetitions)
}

const isSame = (a: readonly Repetition[], b: readonly Repetition[]) =>
  JSON.stringify(a) === JSON.stringify(b)

/** What two tabs or devices know about a card: what the first one found, with the repetitions of both. */
export function join<C extends Card>(stored: C, other: C): C {
  const first = other.added < stored.added ? other : stored
  const repetitions = union([...stored.repetitions, ...other.repetitions])
  const sent = [other, stored].find((one) => one.sent && isSame(one.repetitions, repetitions))?.sent
  const updated = Math.max(stored.updated, other.updated)
  return { ...first, updated, repetitions, sent: sent ?? '' }
}

export const mistakes = new Shelf('mistakes', cardSchema, { join })

/** A card with one more repetition. */
export const repeated = <C extends Card>(card: C, at: number, grade: Grade): C => ({
  ...card,
  updated: Math.max(card.updated, at),
  repetitions: union([...card.repetitions, { at, grade }]),
  sent: '',
})

export const isRemoved = ({ repetitions }: Card) => repetitions.at(-1)?.grade === 'removed'

/** How often in a row it went well. */
const streakOf = ({ repetitions }: Card) =>
  repetitions.length - 1 - repetitions.findLastIndex(({ grade }) => grade === 'again')

/** When it was repeated last, or else found. */
export const lastOf = ({ added, repetitions }: Pick<Card, 'added' | 'repetitions'>) =>
  repetitions.at(-1)?.at ?? added

/**
 * The cards that are too many: first those that were removed, then those that went well most often in a
 * row, of these the ones that were repeated longest ago. The server chooses in the same way.
 */
export const excess = (cards: readonly Card[], most = mostCards): Card[] =>
  [...cards]
    .sort(
      (a, b) =>
        Number(isRemoved(b)) - Number(isRemoved(a)) ||
        streakOf(b) - streakOf(a) ||
        lastOf(a) - lastOf(b) ||
        (a.id < b.id ? -1 : 1),
    )
    .slice(0, Math.max(0, cards.length - most))

/** Removes the cards of an account that are too many. */
export async function dropExcess(owner: string) {
  const all = await mistakes.all(owner)
  await Promise.all(excess(all).map(({ id }) => mistakes.remove(id, owner)))
}

/** A card that is new. */
export const made = { repetitions: [], sent: '' }
