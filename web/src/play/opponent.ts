// The computer as a player: what it thinks about, and for how long.

import type { Scope } from '../base/scope'
import type { Client } from '../engine/client'
import type { View } from '../generated/protocol'
import type { Clock } from './clock.svelte'

/** How long the highest level thinks about a turn; the others are limited by nodes. */
const thinkMillis = 1500
/** How long it thinks about a hint. */
const adviceMillis = 1000
/** The shortest time in which the computer answers: anything faster is hard to follow. */
const leastMillis = 350

/** How much of the winning chance the second-best move must cost for a comparison to tell anything. */
const clearly = 0.1

/** A hint. */
export interface Advice {
  move: string
  /** How the game could continue, beginning with the move. */
  line: readonly string[]
  /** The second-best move, where it is clearly worse. */
  next: string | undefined
}

export class Opponent {
  #engine: Client
  #seed: number

  constructor(engine: Client, game: string) {
    this.#engine = engine
    this.#seed = seedOf(game)
  }

  /**
   * The move of a level in a turn. The engine budgets the time on the clock, which is not charged for
   * what has to load before the level can think.
   */
  async move(turn: Scope, { game, position }: View, level: number, clock: Clock) {
    const soonest = turn.sleep(leastMillis)
    const limits = { level, millis: thinkMillis, seed: this.#seed, clocks: clock.told }
    const hold = (later: boolean) => clock.hold(later)
    const engine = this.#engine.within(turn.signal)
    const { move } = await engine.search({ game, position, ...limits }, undefined, hold).result
    await soonest
    return move
  }

  /** What the highest level would play in a turn. */
  async advise(turn: Scope, { game, position }: View): Promise<Advice | undefined> {
    const engine = this.#engine.within(turn.signal)
    const search = { game, position, millis: adviceMillis, lines: 2 }
    const { move, line, score, others } = await engine.search(search).result
    const second = others?.[0]
    const isClear = second && score.win_probability - second.score.win_probability >= clearly
    return move === undefined ? undefined : { move, line, next: isClear ? second.move : undefined }
  }
}

/** A seed for varied play, the same for all turns of a game. */
function seedOf(id: string): number {
  let seed = 1
  for (const c of id) {
    seed = (seed * 31 + c.charCodeAt(0)) % 2 ** 31
  }
  return seed || 1
}
