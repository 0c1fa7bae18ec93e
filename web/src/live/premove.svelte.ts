// Premoves: turns entered ahead of time. The page keeps them and checks them against the rules when
// the others have moved.

import type { Client } from '../engine/client'
import { composeOf } from '../engine/compose'
import type { View } from '../generated/protocol'

export class Premove {
  move: string | undefined = $state()
  #engine: Client

  constructor(engine: Client) {
    this.#engine = engine
  }

  /** The position as if it were a seat's turn; undefined if the rules allow none. */
  async position(view: View, seat: number): Promise<View | undefined> {
    try {
      return await this.#engine.ask('compose', composeOf(view, seat))
    } catch {
      return undefined // as while pieces are still being placed
    }
  }

  /** Takes the premove to play now, if it is legal. There is no premove after that. */
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
