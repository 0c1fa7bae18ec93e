// What a person is told to do next with a board.

import { colorsFor } from '../board/draw'
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
    const fitting = colorsFor(view, pointed).map((color) => pieces[color] ?? color)
    return t().play.possible(pointed, fitting)
  }
  const places = entry.ways[0]?.move.startsWith('@')
  return (places ? placing : steps)?.[entry.squares.length] ?? ''
}
