// The texts of the games and of powers.

import { english, startIn } from './start'
import { topic } from './topic.svelte'

export const games = topic(english.games, async (language) => (await startIn(language)).games)

export const powerTexts = topic(
  english.powers,
  async (language) => (await startIn(language)).powers,
)
