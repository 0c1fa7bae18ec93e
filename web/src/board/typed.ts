// A turn typed as text: a whole move, or steps of one.

import type { Hand } from './hand.svelte'

/**
 * Plays a whole move, or enters steps that leave something to enter. A text is first read as steps
 * that continue from those taken, then as a move. Rejects with what is wrong with the text.
 */
export async function typeTurn(
  hand: Hand,
  text: string,
  play: (move: string) => Promise<void>,
): Promise<void> {
  if (hand.entry.squares.length > 0) {
    return hand.type(text)
  }
  try {
    await play(text)
  } catch (error) {
    await hand.type(text).catch(() => {
      throw error
    })
  }
}
