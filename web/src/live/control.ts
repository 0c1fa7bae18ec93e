// Time controls, parsed from their text: "5+3", "3d", or "none".

import type { Speed } from '../generated/live'

export interface Control {
  /** For a Fischer clock: milliseconds at the start and per turn. */
  start: number
  increment: number
  /** For correspondence: days per turn. */
  days: number
}

const minute = 60_000
const day = 24 * 60 * minute

export function parseControl(text: string): Control {
  const days = /^(\d+)d$/.exec(text)
  if (days) {
    return { start: 0, increment: 0, days: Number(days[1]) }
  }
  const [, minutes, seconds] = /^([\d.]+)\+(\d+)$/.exec(text) ?? []
  return { start: Number(minutes ?? 0) * minute, increment: Number(seconds ?? 0) * 1000, days: 0 }
}

/** Games of one speed are rated together: by the time for a game of forty turns. */
export function speedOf({ start, increment, days }: Control): Speed {
  if (days > 0) {
    return 'correspondence'
  }
  if (start === 0) {
    return 'unlimited'
  }
  return start + 40 * increment < 8 * minute ? 'fast' : 'slow'
}

/** The limit for a seat's first turn in milliseconds, which does not use its clock; 0 for none. */
export function firstTurn(control: Control): number {
  switch (speedOf(control)) {
    case 'fast':
      return minute / 2
    case 'slow':
      return minute
    case 'correspondence':
      return control.days * day
    default:
      return 0
  }
}

/** How long a player must be gone before others may claim the win; 0 if they may not. */
export function absence(control: Control): number {
  switch (speedOf(control)) {
    case 'fast':
      return minute
    case 'slow':
      return 2 * minute
    default:
      return 0
  }
}
