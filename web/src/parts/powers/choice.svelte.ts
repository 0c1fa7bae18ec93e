// How powers are to be chosen for a game to be, as dialogs have it.

import type { PairInfo, PowersInfo } from '../../engine/protocol'

export const ways = ['none', 'hand', 'random', 'fair', 'draft'] as const
export type Way = (typeof ways)[number]

export class PowerChoice {
  way: Way = $state('none')
  /** By hand, by seat; missing for none. */
  hand: (string | undefined)[] = $state([])

  /** The way as the engine and the server have it, of a game for so many. */
  text(info: PowersInfo | undefined, seats: number): string {
    if (!info) {
      return ''
    }
    const way = this.possible(info, seats)
    return way === 'hand'
      ? Array.from({ length: seats }, (_, i) => this.hand[i] ?? info.none).join(',')
      : way
  }

  /** The way, or none where it can't be. */
  possible(info: PowersInfo, seats: number): Way {
    return this.way === 'fair' && !hasFair(info, seats) ? 'none' : this.way
  }
}

/** Whether there are pairs that are known to be even. */
export const hasFair = (info: PowersInfo, seats: number) =>
  seats === 2 && info.pairs.some(({ even }) => even)

/** Whether games with powers that are chosen this way, as text has it, can be rated. */
export const isEven = (info: PowersInfo | undefined, way: string) =>
  ['', 'none', 'fair'].includes(way) ||
  (info !== undefined && pairOf(info, way.split(','))?.even === true)

/** What has been measured of powers by seat. */
export const pairOf = (info: PowersInfo, powers: readonly string[]): PairInfo | undefined =>
  powers.length === 2
    ? info.pairs.find((pair) => pair.powers.every((name, seat) => name === powers[seat]))
    : undefined
