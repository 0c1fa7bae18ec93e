// The clock of a game to be created on the server, as chosen in dialogs.

import { parseControl } from './control'

export type ClockKind = 'clock' | 'days' | 'none'

export class ClockChoice {
  readonly kinds: () => readonly ClockKind[]
  minutes = $state(5)
  seconds = $state(3)
  days = $state(3)
  #wanted: ClockKind = $state('clock')

  /** The first of the kinds stands for the chosen one where that is not among them. */
  constructor(kinds: () => readonly ClockKind[]) {
    this.kinds = kinds
  }

  get kind(): ClockKind {
    return this.kinds().find((kind) => kind === this.#wanted) ?? this.kinds()[0] ?? 'clock'
  }
  set kind(kind: ClockKind) {
    this.#wanted = kind
  }

  /** The clock in the server's notation. */
  get text(): string {
    const { minutes, seconds, days } = this
    return { clock: `${minutes}+${seconds}`, days: `${days}d`, none: 'none' }[this.kind]
  }

  /** Starts from a clock in the server's notation. */
  fill(text: string) {
    const { start, increment, days } = parseControl(text)
    this.kind = days > 0 ? 'days' : 'clock'
    this.days = days || 3
    this.minutes = start / 60_000 || 5
    this.seconds = increment / 1000
  }
}
