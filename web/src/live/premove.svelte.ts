// A turn that is entered before it is due: kept by the page, and checked by the rules when the
// others have moved.

import type { Client } from '../engine/client'
import { composeOf } from '../engine/compose'
import type { View } from '../engine/protocol'

export class Premove {
  move: string | undefined = $state()
  #engine: Client

  constructor(engine: Client) {
    this.#engine = engine
  }

  /** The position as it would be if a seat were to move; undefined where the rules know none. */
  async position(view: View, seat: number): Promise<View | undefined> {
    try {
      return await this.#engine.ask('compose', composeOf(view, seat))
    } catch {
      return undefined // as while pieces are still being put on the board
    }
  }

  /** What is to be played now, if the rules allow it. Nothing is planned any more after that. */
  async due({ game, position }: View): Promise<string | undefined> {
    const { move } = this
    this.move = undefined
    if (move === undefined) {
      return undefined
    }
    try {
      return (await this.#engine.ask('play', { game, position, move })).move
    } catch {
      return undefined
    }
  }

  cancel() {
    this.move = undefined
  }
}
