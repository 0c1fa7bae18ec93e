// The game, the variant, and the powers of a game to be created, as chosen in dialogs.

import type { GameInfo } from '../generated/protocol'
import { isEven, PowerChoice } from '../powers/choice.svelte'

/** The name of the game, and for each game that of the variant. */
export interface Chosen {
  game: string
  variants: Record<string, string>
}

export class GameChoice {
  readonly games: () => readonly GameInfo[]
  readonly chosen: Chosen
  readonly powers = new PowerChoice()
  readonly #players: number | undefined

  /** With a number of players, only variants for that many are offered. */
  constructor(games: () => readonly GameInfo[], chosen: Chosen, players?: number) {
    this.games = games
    this.chosen = chosen
    this.#players = players
  }

  info = $derived.by(() => {
    const games = this.games()
    return games.find(({ name }) => name === this.chosen.game) ?? games[0]
  })
  variants = $derived.by(() =>
    (this.info?.variants ?? []).filter(({ seats }) => seats === (this.#players ?? seats)),
  )
  variant = $derived.by(() => {
    const { game, variants } = this.chosen
    return this.variants.find(({ name }) => name === variants[game]) ?? this.variants[0]
  })
  seats = $derived.by(() => this.variant?.seats ?? 2)
  /** How powers are assigned, in the server's notation; empty if the game has none. */
  way = $derived.by(() => this.powers.text(this.info?.powers, this.seats))
  /** Whether games with these powers can be rated. */
  isEven = $derived.by(() => isEven(this.info?.powers, this.way))
}
