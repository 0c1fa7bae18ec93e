// An example of a power, as a sequence of pictures: the board before each turn, after each of its
// steps, and at the end.

import { Entry, keyOf, newAnswers } from '../board/entry'
import type { Client } from '../engine/client'
import type { View } from '../generated/protocol'
import type { Example } from '../looks/powers'

const game = 'santorini'

export interface Frame {
  view: View
  /** The turn being made. */
  entered?: Entry
  /** The turn that has been made. */
  last?: string
}

/** Computes the pictures. Rejects if the turns are illegal. */
export async function framesOf(
  engine: Pick<Client, 'ask'>,
  { position, moves }: Example,
): Promise<Frame[]> {
  let view = await engine.ask('view', { game, position })
  const frames: Frame[] = [{ view }]
  for (const move of moves) {
    const from = { game, position: view.position }
    const { steps } = await engine.ask('enter', { ...from, steps: [], text: move })
    const answers = newAnswers()
    for (let n = 0; n <= steps.length; n++) {
      const taken = steps.slice(0, n)
      answers.set(keyOf(taken), await engine.ask('enter', { ...from, steps: taken }))
      if (n > 0) {
        frames.push({ view, entered: new Entry(answers, taken, view) })
      }
    }
    const played = await engine.ask('play', { ...from, move })
    view = played.view
    frames.push({ view, last: played.move })
  }
  return frames
}
