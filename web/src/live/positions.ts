// The positions of a game from its log, computed with the rules, only as far as they are new.

import type { Client } from '../engine/client'
import type { Stop } from '../game/course.svelte'
import type { Station, View } from '../generated/protocol'
import type { Action, Story } from './story'

interface Reached {
  action: Action
  station: Station
}

export class Positions {
  #engine: Client
  #start: Station | undefined
  #reached: Reached[] = []

  constructor(engine: Client) {
    this.#engine = engine
  }

  /** The positions after each turn that counts, the start first. */
  async follow({ setup, actions }: Story): Promise<Stop[]> {
    const start = (this.#start ??= await this.#begin(setup))
    const same = this.#reached.findIndex(({ action }, i) => action !== actions[i])
    const reached = same < 0 ? [...this.#reached] : this.#reached.slice(0, same)
    while (reached.length < actions.length) {
      const from = reached.at(-1)?.station ?? start
      reached.push(...(await this.#on(setup, from, actions.slice(reached.length))))
    }
    this.#reached = reached
    return stopsOf(start, reached)
  }

  view(game: string, position: string): Promise<View> {
    return this.#engine.ask('view', { game, position })
  }

  #begin({ game, variant, position }: Story['setup']): Promise<Station> {
    return position === undefined || position === ''
      ? this.#engine.ask('start', { game, variant })
      : this.view(game, position)
  }

  /** The positions after the next actions: all turns up to an elimination, or the elimination. */
  async #on(setup: Story['setup'], from: Station, actions: readonly Action[]): Promise<Reached[]> {
    const { game, players } = setup
    const [first] = actions
    if (first && first.turn === undefined) {
      const { seat } = first
      const station =
        players.length > 2
          ? await this.#engine.ask('eliminate', { game, position: from.position, seat })
          : from
      return [{ action: first, station }]
    }
    const next = actions.findIndex((a) => a.turn === undefined)
    const turns = next < 0 ? actions : actions.slice(0, next)
    const { stations, error } = await this.#engine.ask('replay', {
      game,
      start: from.position,
      moves: turns.map(({ turn }) => turn ?? ''),
    })
    if (error !== undefined) {
      throw new Error(error)
    }
    return stations.slice(1).flatMap((station, i) => {
      const action = turns[i]
      return action ? [{ action, station }] : []
    })
  }
}

/** One stop per turn; an elimination changes the position of the last one. */
function stopsOf(start: Station, reached: readonly Reached[]): Stop[] {
  const stops = [stopAt(start)]
  for (const { action, station } of reached) {
    const { turn, clocks } = action
    const move = turn ?? stops.pop()?.move
    stops.push({
      ...stopAt(station),
      ...(move === undefined ? {} : { move }),
      ...(clocks.length > 0 ? { left: clocks } : {}),
    })
  }
  return stops
}

const stopAt = ({ position, turn, winners }: Station): Stop => ({ position, turn, winners })
