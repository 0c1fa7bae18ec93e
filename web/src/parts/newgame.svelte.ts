// The choices of the dialog for a new game, which any page can open.

import type { GameName } from '../engine/protocol'

export const newGame: { open: boolean; game: GameName; start: string } = $state({
  open: false,
  game: 'amazons',
  start: '',
})

/** Opens the dialog for a game, from a position if one is given. */
export function openNewGame(game: GameName, start = '') {
  newGame.game = game
  newGame.start = start
  newGame.open = true
}
