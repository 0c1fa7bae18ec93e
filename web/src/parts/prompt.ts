// What a person is told to do next with a board.

import { isPlacing } from '../board/draw'
import type { Hand } from '../board/hand.svelte'
import type { View } from '../engine/protocol'
import { t, wordsOf } from '../i18n'

/** What to do next, or what could be put on the square pointed at. */
export function promptFor(view: View, hand: Hand, pointed: string | undefined): string {
  const { entry } = hand
  const { steps, placing, pieces } = wordsOf(view.game)
  if (hand.pending !== undefined) {
    return t().play.confirmMove
  }
  if (entry.tools.size > 0 && entry.squares.length === 0 && pointed !== undefined) {
    const fitting = entry.lettersFor(pointed).map((color) => pieces[color] ?? color)
    return t().play.possible(pointed, fitting)
  }
  return (isPlacing(view, entry) ? placing : steps)?.[entry.squares.length] ?? ''
}
