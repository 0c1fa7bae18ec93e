// The choices in the dialog for a new game, which any page can open.

import * as v from 'valibot'
import type { Chosen } from '../game/gamechoice.svelte'
import { usualGame } from '../looks'
import { Stored } from '../store/stored.svelte'

/** The available clocks: minutes, and seconds per turn. */
export const clocks: Record<string, [number, number]> = {
  '3': [3, 2],
  '5': [5, 5],
  '15': [15, 10],
}

/** The choices for the last game, with defaults for anything missing or unusable. */
const schema = v.object({
  opponent: v.fallback(v.picklist(['computer', 'people', 'watch']), 'computer'),
  level: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8)), 1),
  side: v.fallback(
    v.union([v.literal('random'), v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3))]),
    0,
  ),
  clock: v.fallback(v.picklist(['none', ...Object.keys(clocks)]), 'none'),
  /** The variant of each game. */
  variants: v.fallback(v.record(v.string(), v.string()), {}),
})
export type Choices = v.InferOutput<typeof schema>

/** They belong to the browser, like the settings. */
export const lastChoices = new Stored('newgame', schema, { shared: true })

export const newGame: Chosen & { open: boolean; start: string } = $state({
  open: false,
  game: usualGame,
  variants: { ...lastChoices.value.variants },
  start: '',
})

/** Opens the dialog for a game, from a position if one is given. */
export function openNewGame(game: string, start = '') {
  newGame.game = game
  newGame.start = start
  newGame.open = true
}
