// Prompts that tell a person what to do next on a board.

import type { View } from '../generated/protocol'
import { t, wordsOf } from '../i18n'
import { isPlacing } from './draw'
import type { Entry } from './entry'
import type { Hand } from './hand.svelte'

/** Which blocks fit on a free square, before the first square of a block has been chosen. */
export function fitting(game: string, entry: Entry, square: string | undefined) {
  if (entry.squares.length > 0 || square === undefined || entry.at(square)?.kind !== undefined) {
    return undefined
  }
  const { pieces } = wordsOf(game)
  const fits = entry.lettersFor(square).map((color) => pieces[color] ?? color)
  return entry.tools.size > 0
    ? t().play.possible({ square, fits: fits.length, blocks: fits.join(', ') })
    : undefined
}

/** What to do next. */
export function promptFor(view: View, hand: Hand): string {
  const { entry } = hand
  const { steps, placing, ways } = wordsOf(view.game)
  if (hand.pending !== undefined) {
    return t().play.confirmMove
  }
  if (isPlacing(entry)) {
    return placing?.[entry.squares.length] ?? ''
  }
  if (entry.tools.size > 0) {
    // A block that is complete has no next square.
    return entry.next.size > 0 ? (steps[entry.squares.length] ?? '') : ''
  }
  const { way, next } = entry
  const role = entry.steps.length === 0 ? 0 : entry.picked === undefined ? 2 : 1
  const doing = next.size > 0 ? steps[role] : undefined
  return [way === '' ? doing : ways?.[way]?.prompt, entry.move !== undefined && t().play.orDone]
    .filter(Boolean)
    .join(' ')
}
