// Starting a local game once everything is chosen: powers are drawn or drafted, people and computers
// get their seats, and the game is stored.

import { Scope } from '../base/scope'
import { engine } from '../engine/engine'
import { seatOf } from '../engine/seats'
import type { Act } from '../generated/protocol'
import { games, newKept, type Kept, type Options, type Player } from './kept'
import { LocalDraft } from './localdraft.svelte'
import { clocks, type Choices } from './newgame.svelte'

type Seating = Pick<Choices, 'opponent' | 'level' | 'side'>

export interface Wanted extends Seating, Pick<Choices, 'clock'> {
  game: string
  variant: { name: string; seats: number }
  /** The start position, empty for the variant's standard one. */
  start: string
  /** How powers are chosen, empty for none. */
  way: string
  /** The handicap that a person gives the computer, or receives; missing for none. */
  handicap?: { name: string; starts: readonly [string, string]; gives: boolean } | undefined
}

/** The players of a game with that many seats, in order of seats. */
export function seated({ opponent, level, side }: Seating, seats: number): Player[] {
  const seat = side === 'random' ? Math.floor(Math.random() * seats) : Math.min(side, seats - 1)
  return Array.from({ length: seats }, (_, i) => ({
    kind: opponent === 'people' || (opponent === 'computer' && i === seat) ? 'person' : 'computer',
    level,
  }))
}

/** The clocks of a game for two; games with more players have none. */
function clockOf({ clock }: Wanted, seats: number): Kept['clock'] {
  const [minutes, seconds] = clocks[clock] ?? []
  return minutes && seats === 2
    ? { start: minutes * 60_000, increment: (seconds ?? 0) * 1000 }
    : undefined
}

export class Beginning {
  /** The draft in progress, if powers are drafted. */
  draft: LocalDraft | undefined = $state.raw()
  #wanted: Wanted | undefined
  /** What is done until the game starts; undefined while nothing is. */
  #work: Scope | undefined
  #begun: (id: string) => void

  /** begun is called with the game once it is stored. */
  constructor(begun: (id: string) => void) {
    this.#begun = begun
  }

  /** Begins, unless a game is being started already. */
  begin(wanted: Wanted) {
    return this.#once(async (scope) => {
      this.#wanted = wanted
      const { game, variant, start, way, handicap } = wanted
      const { name, seats } = variant
      const rules = engine().within(scope.signal)
      if (way === 'draft') {
        this.draft = new LocalDraft(game, name, seated(wanted, seats))
        await this.#act(scope, this.draft)
      } else if (handicap) {
        const players = seated(wanted, seats)
        const giver = players.findIndex(({ kind }) => (kind === 'person') === handicap.gives)
        const start = handicap.starts[giver] ?? handicap.starts[0]
        await this.#start(scope, '', start, players, { handicap: { name: handicap.name, giver } })
      } else if (start) {
        const view = await rules.ask('view', { game, position: start })
        await this.#start(scope, '', view.position, seated(wanted, view.seats))
      } else {
        const seed = Math.floor(Math.random() * 2 ** 32)
        const begun = await rules.ask('settle', { game, variant: name, way, seed })
        const drawn = way === 'random' || way === 'fair' ? { way, seed } : undefined
        await this.#start(scope, begun.variant, begun.position, seated(wanted, seats), { drawn })
      }
    })
  }

  /** Continues the draft, and at its end starts the game: the player who goes first gets seat 1. */
  act(act: Act) {
    return this.#once(async (scope) => {
      if (this.draft) {
        await this.#act(scope, this.draft, act)
      }
    })
  }

  async #act(scope: Scope, draft: LocalDraft, ...acts: Act[]) {
    const rules = engine().within(scope.signal)
    await draft.act(rules, ...acts)
    if (draft.isOver) {
      const { powers: way = [], order = [] } = draft.progress ?? {}
      const { game, variant, players } = draft
      const begun = await rules.ask('settle', { game, variant, way: way.join(',') })
      const seats = order.flatMap((player) => players[seatOf(player)] ?? [])
      await this.#start(scope, begun.variant, begun.position, seats)
    }
  }

  /** Abandons what has not become a game yet. */
  leave() {
    this.#work?.end()
    this.#work = undefined
    this.draft = undefined
  }

  async #once(work: (scope: Scope) => Promise<void>) {
    if (!this.#work) {
      const scope = (this.#work = new Scope())
      try {
        await scope.wait(work(scope))
      } finally {
        this.#work = undefined
      }
    }
  }

  async #start(
    scope: Scope,
    variant: string,
    start: string,
    players: Player[],
    more: Pick<Options, 'drawn' | 'handicap'> = {},
  ) {
    const wanted = this.#wanted
    if (wanted) {
      const clock = clockOf(wanted, players.length)
      const kept = newKept({ game: wanted.game, variant, start, players, ...more, clock })
      await scope.wait(games.keep(kept))
      this.#begun(kept.id)
    }
  }
}
