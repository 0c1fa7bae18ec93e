// Requests for positions that the user sets up.

import type { Cell, ComposeParams, View } from '../generated/protocol'

/** A view's position with another seat to move and other things on its squares. */
export function composeOf(view: View, turn: number, cells: Cell[] = view.cells): ComposeParams {
  const { game, seats, files, ranks, teams, powers } = view
  return {
    game,
    seats,
    files,
    ranks,
    turn,
    cells,
    ...(teams === undefined ? {} : { teams }),
    ...(powers === undefined ? {} : { powers }),
  }
}
