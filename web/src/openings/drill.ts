// The rules of a drill of openings: which of one's own turns are right, how the other side's replies are
// drawn, and how lines that were missed come back sooner.

import type { Choice, Choices } from '../generated/protocol'

/** A turn played in fewer games is no line. */
const fewest = 3
/** A turn of the main lines is played at least this often, compared with the most frequent one. */
const mainShare = 0.5
/** How much more often a reply is drawn for each line to be asked again that goes through it. */
const pull = 4
/** How often a line that was missed is asked again. */
const again = 2
/** How many missed lines are kept; the oldest are dropped. */
const most = 200

const listed = (choices: Choices) => choices.moves.filter(({ games }) => games >= fewest)

/**
 * The turns of the main lines in a position, the most frequent first: those played often, unless their
 * results are worse than another one's beyond chance (two standard errors).
 */
export function mainTurns(choices: Choices, seat: number): Choice[] {
  const all = listed(choices)
  const often = all.filter(({ games }) => games >= mainShare * (all[0]?.games ?? 0))
  return often.filter((one) => !often.some((other) => isWorse(one, other, seat)))
}

/** Whether the seat has won clearly less often with one turn than with another. */
function isWorse(one: Choice, other: Choice, seat: number): boolean {
  // One more game won and one more lost, so that few games never look certain.
  const share = ({ wins, games }: Choice) => ((wins[seat] ?? 0) + 1) / (games + 2)
  const variance = (of: Choice) => (share(of) * (1 - share(of))) / (of.games + 2)
  return share(other) - share(one) > 2 * Math.sqrt(variance(one) + variance(other))
}

/** A turn that may be drawn. */
export interface Reply {
  move: string
  /** How often it is drawn, compared with others. */
  weight: number
}

/** The replies of the main lines, as often as they were played. */
export const mainReplies = (choices: Choices): Reply[] =>
  listed(choices).map(({ move, games }) => ({ move, weight: games }))

/** The replies of a repertoire, as often as they were played in collected games, if at all. */
export const ownReplies = (mine: Choices, played: Choices): Reply[] =>
  mine.moves.map(({ move }) => ({
    move,
    weight: 1 + (played.moves.find((other) => other.move === move)?.games ?? 0),
  }))

/** The lines to ask again: by the turns that lead to where one was wrong, how often. */
export type Misses = Readonly<Record<string, number>>

const lineOf = (moves: readonly string[]) => moves.join(' ')

/** Makes replies more likely that lead to what was missed. */
export const recalled = (replies: Reply[], line: readonly string[], misses: Misses): Reply[] =>
  replies.map(({ move, weight }) => {
    const prefix = lineOf([...line, move])
    const through = Object.entries(misses).reduce(
      (sum, [missed, n]) => (missed === prefix || missed.startsWith(`${prefix} `) ? sum + n : sum),
      0,
    )
    return { move, weight: weight * (1 + pull * through) }
  })

/** Draws a reply; undefined if there is none. random gives numbers from 0 to below 1. */
export function draw(replies: readonly Reply[], random: () => number): string | undefined {
  let left = random() * replies.reduce((sum, { weight }) => sum + weight, 0)
  for (const { move, weight } of replies) {
    left -= weight
    if (left < 0) {
      return move
    }
  }
  return replies.at(-1)?.move // where rounding leaves a rest
}

/** Notes whether the first try at a turn after some moves was right. */
export function noted(misses: Misses, moves: readonly string[], isRight: boolean): Misses {
  const line = lineOf(moves)
  const left = isRight ? (misses[line] ?? 0) - 1 : again
  const others = Object.entries(misses).filter(([other]) => other !== line)
  return Object.fromEntries((left > 0 ? [...others, [line, left] as const] : others).slice(-most))
}

/** A generator of random numbers from 0 to below 1 that a seed determines (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), state | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}
