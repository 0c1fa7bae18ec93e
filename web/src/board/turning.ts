// A board being turned by a quarter. To draw every step between would be too much for a phone, so
// what was seen turns away as a picture and what is seen turns in: the browser needs no script for
// that. How they do is in app.css.

import { flushSync } from 'svelte'

/** Changes what is seen of a board by a turn, to the right where by is positive. */
export function turning(board: HTMLElement | undefined, by: number, change: () => void) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  // Older browsers have no such pictures.
  if (!board || still || !('startViewTransition' in document)) {
    change()
    return
  }
  board.style.viewTransitionName = by > 0 ? 'turn-right' : 'turn-left'
  const transition = document.startViewTransition(() => {
    flushSync(change)
  })
  transition.finished
    .finally(() => (board.style.viewTransitionName = ''))
    .catch(() => {
      // Another turn has come between; the board is as it should be.
    })
}
