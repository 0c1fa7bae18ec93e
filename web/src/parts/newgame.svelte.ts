// The choices of the dialog for a new game, which any page can open.

import { usualGame } from '../looks'

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
