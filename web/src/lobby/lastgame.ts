// The game that was last chosen for play with people.

import * as v from 'valibot'
import { gameNames, usualGame } from '../looks'
import { Stored } from '../store/stored.svelte'

/** It belongs to the browser, like the choices for a new game. */
export const lastGame = new Stored('lobby', v.fallback(v.picklist(gameNames), usualGame), {
  shared: true,
})
