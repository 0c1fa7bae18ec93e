// A draft on this device, of people and the computer.

import type { Client } from '../engine/client'
import { seatOf } from '../engine/seats'
import type { Act, Progress } from '../generated/protocol'
import type { Player } from './kept'

export class LocalDraft {
  progress: Progress | undefined = $state.raw()
  readonly game: string
  readonly variant: string
  /** In order of seats, the challenger first. */
  readonly players: readonly Player[]

  constructor(game: string, variant: string, players: readonly Player[]) {
    this.game = game
    this.variant = variant
    this.players = players
  }

  /** Whether all powers are chosen, and who goes first. */
  get isOver(): boolean {
    return this.progress !== undefined && !this.progress.next
  }

  /** Makes an act, or with none starts the draft, and then makes the computer's acts. */
  async act(engine: Client, ...act: Act[]) {
    let acts = [...(this.progress?.acts ?? []), ...act]
    const ask = (seed = 0) =>
      engine.ask('draft', { game: this.game, players: this.players.length, acts, seed })
    let progress = await ask()
    while (progress.next && this.players[seatOf(progress.next.player)]?.kind === 'computer') {
      acts = progress.acts
      progress = await ask(1 + Math.floor(Math.random() * 1e9))
    }
    this.progress = progress
  }
}
