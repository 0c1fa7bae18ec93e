// How powers are assigned in a game to be created, as chosen in dialogs.

import type { PairInfo, PowersInfo } from '../generated/protocol'

export const ways = ['none', 'hand', 'random', 'fair', 'draft'] as const
export type Way = (typeof ways)[number]

export class PowerChoice {
  way: Way = $state('none')
  /** The chosen powers by seat; missing for none. */
  hand: (string | undefined)[] = $state([])

  /** The choice in the engine's and the server's notation, for a game with that many players. */
  text(info: PowersInfo | undefined, seats: number): string {
    if (!info) {
      return ''
    }
    const way = this.possible(info, seats)
    return way === 'hand'
      ? Array.from({ length: seats }, (_, i) => this.hand[i] ?? info.none).join(',')
      : way
  }

  /** The choice, or none where it is not available. */
  possible(info: PowersInfo, seats: number): Way {
    return this.way === 'fair' && !hasFair(info, seats) ? 'none' : this.way
  }
}

/** Whether there are pairs known to be balanced. */
export const hasFair = (info: PowersInfo, seats: number) =>
  seats === 2 && info.pairs.some(({ even }) => even)

/** Whether games with powers assigned in this way, in the server's notation, can be rated. */
export const isEven = (info: PowersInfo | undefined, way: string) =>
  ['', 'none', 'fair'].includes(way) ||
  (info !== undefined && pairOf(info, way.split(','))?.even === true)

/** The measured balance of the powers by seat. */
export const pairOf = (info: PowersInfo, powers: readonly string[]): PairInfo | undefined =>
  powers.length === 2
    ? info.pairs.find((pair) => pair.powers.every((name, seat) => name === powers[seat]))
    : undefined
