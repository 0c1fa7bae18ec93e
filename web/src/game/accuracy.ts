// How accurate each side has played, by the formula that lichess has published
// (https://lichess.org/page/accuracy, and AccuracyPercent.scala of its source): a turn that takes
// nothing off one's chance is 100, and less the more it takes; turns count by how much was at
// stake around them, so that a game decided long ago does not make anybody accurate.

import { lossOf, type TreeNode } from './tree.svelte'

/** How accurate a turn was that took so much off the mover's chance, 0 to 100. */
export function accuracyOfLoss(loss: number): number {
  const percent = 100 * Math.max(0, loss)
  return Math.min(
    100,
    Math.max(0, 103.1668100711649 * Math.exp(-0.04354415387 * percent) - 2.166924740191411),
  )
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length

function deviation(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}

/**
 * How accurate each of two sides was in a line from its start, 0 to 100: undefined for one that has
 * made no turn, and for both while a position of the line has not been looked at.
 */
export function accuracyOf(line: readonly TreeNode[]): (number | undefined)[] {
  const chances = line.flatMap(({ value }) => (value ? [100 * value.win] : []))
  if (chances.length < line.length) {
    return [undefined, undefined]
  }
  // What was at stake in a turn: how much the chances went up and down in the turns up to it.
  const reach = Math.max(2, Math.min(8, Math.floor(line.length / 10)))
  const turns = line.slice(1).map((node, i) => ({
    seat: node.parent?.turn ?? 0,
    accuracy: accuracyOfLoss(lossOf(node)),
    stake: Math.max(
      0.5,
      Math.min(12, deviation(chances.slice(Math.max(0, i + 2 - reach), Math.max(reach, i + 2)))),
    ),
  }))
  return [0, 1].map((seat) => {
    const own = turns.filter((turn) => turn.seat === seat)
    if (own.length === 0) {
      return undefined
    }
    const stakes = own.reduce((sum, { stake }) => sum + stake, 0)
    const weighted = own.reduce((sum, { accuracy, stake }) => sum + accuracy * stake, 0) / stakes
    const harmonic = own.length / own.reduce((sum, turn) => sum + 1 / Math.max(1, turn.accuracy), 0)
    return (weighted + harmonic) / 2
  })
}
