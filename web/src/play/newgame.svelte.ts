// The choices in the dialog for a new game, which any page can open.

import * as v from 'valibot'
import { usualGame } from '../looks'
import { Stored } from '../store/stored.svelte'

export const newGame: { open: boolean; game: string; start: string } = $state({
  open: false,
  game: usualGame,
  start: '',
})

/** Opens the dialog for a game, from a position if one is given. */
export function openNewGame(game: string, start = '') {
  newGame.game = game
  newGame.start = start
  newGame.open = true
}

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
