// Prompts that tell a person what to do next on a board.

import type { View } from '../generated/protocol'
import { t, wordsOf } from '../i18n'
import { isPlacing } from './draw'
import type { Hand } from './hand.svelte'

/** What to do next, or what fits on the square pointed at. */
export function promptFor(view: View, hand: Hand, pointed: string | undefined): string {
  const { entry } = hand
  const { steps, placing, pieces, ways } = wordsOf(view.game)
  if (hand.pending !== undefined) {
    return t().play.confirmMove
  }
  if (entry.tools.size > 0 && entry.squares.length === 0 && pointed !== undefined) {
    const fitting = entry.lettersFor(pointed).map((color) => pieces[color] ?? color)
    return t().play.possible({
      square: pointed,
      fits: fitting.length,
      blocks: fitting.join(', '),
    })
  }
  if (isPlacing(entry)) {
    return placing?.[entry.squares.length] ?? ''
  }
  if (entry.tools.size > 0) {
    return steps[entry.squares.length] ?? ''
  }
  const { way, next } = entry
  const role = entry.steps.length === 0 ? 0 : entry.picked === undefined ? 2 : 1
  const doing = next.size > 0 ? steps[role] : undefined
  return [way === '' ? doing : ways?.[way]?.prompt, entry.move !== undefined && t().play.orDone]
    .filter(Boolean)
    .join(' ')
}
