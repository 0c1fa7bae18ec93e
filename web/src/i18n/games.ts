// The texts of the games and of powers.

import { english, startIn } from './start'
import { topic } from './topic.svelte'

export interface Words {
  name: string
  /** One sentence for people who do not know the game. */
  blurb: string
  /** The players' names, in order of play. */
  seats: readonly string[]
  /** The names of pieces, by letter. */
  pieces: Readonly<Record<string, string>>
  /** What to do next, by the number of squares entered in the turn. */
  steps: readonly string[]
  /** The same for turns that place pieces. */
  placing?: readonly string[]
  /** Ways to interpret a tap: names for the plain way and the other one, and what to do then. */
  ways?: Readonly<Record<string, { plain: string; text: string; prompt: string }>>
  /** The introduction to the lesson. */
  lead: string
}

export const games = topic(english.games, async (language) => (await startIn(language)).games)

export const powerTexts = topic(
  english.powers,
  async (language) => (await startIn(language)).powers,
)
