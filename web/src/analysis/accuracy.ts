// How accurately each side has played, by lichess's published formula
// (https://lichess.org/page/accuracy, and AccuracyPercent.scala in its source): a turn that costs no
// winning chance scores 100, and less the more it costs. Turns are weighted by how much was at stake
// around them, so that a long-decided game does not make anyone accurate.

import { lossOf, type TreeNode } from '../game/tree.svelte'

/** The accuracy, 0 to 100, of a turn that cost its mover this much of the winning chance. */
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
 * Each side's accuracy, 0 to 100, in a line from its start. Undefined for a side that made no turn,
 * and for both sides while a position of the line has not been analyzed.
 */
export function accuracyOf(line: readonly TreeNode[]): (number | undefined)[] {
  const chances = line.flatMap(({ value }) => (value ? [100 * value.win] : []))
  if (chances.length < line.length) {
    return [undefined, undefined]
  }
  // The weight of a turn: how much the chances varied in the turns up to it.
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
