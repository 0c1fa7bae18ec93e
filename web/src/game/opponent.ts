// The computer as a player: what it thinks about, for how long, and how to interrupt it.

import type { Client, Search } from '../engine/client'
import type { SearchParams, View } from '../engine/protocol'
import type { Clock } from './clock.svelte'

/** How long the highest level thinks about a turn; the others are limited by nodes. */
const thinkMillis = 1500
/** How long it thinks about a hint. */
const adviceMillis = 1000
/** The shortest time in which the computer answers: anything faster is hard to follow. */
const leastMillis = 350

export class Opponent {
  #engine: Client
  #seed: number
  #search: Search | undefined

  constructor(engine: Client, game: string) {
    this.#engine = engine
    this.#seed = seedOf(game)
  }

  /**
   * The move of a level, undefined when interrupted. The engine budgets the time on the clock, which is
   * not charged for what has to load before the level can think.
   */
  async move(view: View, level: number, clock: Clock): Promise<string | undefined> {
    const began = Date.now()
    const limits = { level, millis: thinkMillis, seed: this.#seed, clocks: clock.told }
    return this.#find(view, limits, () => pause(leastMillis - (Date.now() - began)), clock)
  }

  /** The move that the highest level would play, undefined when interrupted. */
  async advise(view: View): Promise<string | undefined> {
    return this.#find(view, { millis: adviceMillis }, () => Promise.resolve())
  }

  async #find(
    { game, position }: View,
    limits: Partial<SearchParams>,
    wait: () => Promise<void>,
    clock?: Clock,
  ) {
    const search = this.#engine.search({ game, position, ...limits }, undefined, (later) => {
      if (this.#search === search) {
        clock?.hold(later)
      }
    })
    this.#search = search
    const { move } = await search.result
    await wait()
    return this.#search === search ? move : undefined
  }

  /** Stops thinking; the answer will not count. */
  stop() {
    this.#search?.stop()
    this.#search = undefined
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

const pause = (millis: number) =>
  millis > 0 ? new Promise<void>((resolve) => setTimeout(resolve, millis)) : Promise.resolve()
