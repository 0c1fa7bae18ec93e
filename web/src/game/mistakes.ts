// What went wrong in a game that has been looked at: its mistakes, the points at which it turned,
// and the last turn at which it was not lost.

import { lossOf, markOf, winnerOf, type Mark, type TreeNode } from './tree.svelte'

export interface Mistake {
  /** The position after it. */
  node: TreeNode
  mark: Mark
  /** By whom. */
  seat: number
  /** How much it took off his chance, 0 to 1. */
  loss: number
  /** The turn that was better. */
  better: string | undefined
  /** Whether the other side had the better chances after it, and had not before. */
  turning: boolean
  /** Whether it is proven that it gave a won game away. */
  proven: boolean
}

/** The mistakes of a line, in its order. */
export const mistakesOf = (line: readonly TreeNode[]): Mistake[] => line.flatMap(mistakeOf)

function mistakeOf(node: TreeNode): Mistake[] {
  const { parent } = node
  const mark = markOf(node)
  if (!parent?.value || !node.value || mark === undefined) {
    return []
  }
  const own = (win: number) => (parent.turn === 0 ? win : 1 - win)
  const { best } = parent.value
  return [
    {
      node,
      mark,
      seat: parent.turn,
      loss: lossOf(node),
      better: best === node.move ? undefined : best,
      turning: own(parent.value.win) >= 0.5 && own(node.value.win) < 0.5,
      proven: winnerOf(parent) === parent.turn && winnerOf(node) === 1 - parent.turn,
    },
  ]
}

/** The mistake after a position of the line, or before it. */
export function nextMistake(mistakes: readonly Mistake[], ply: number, back = false) {
  return back
    ? mistakes.findLast(({ node }) => node.ply < ply)
    : mistakes.find(({ node }) => node.ply > ply)
}

/** The end of a game, as far back as it is proven. */
export interface Fate {
  loser: number
  /** The first position from which on it is proven that he loses. */
  node: TreeNode
  /** Whether it is proven that he would have won before it: the turn to it lost the game. */
  thrown: boolean
}

/** Who was lost from where on; undefined where nothing is proven of the end. */
export function fateOf(line: readonly TreeNode[]): Fate | undefined {
  const last = line.at(-1)
  const winner = last && winnerOf(last)
  if (!last || winner === undefined) {
    return undefined
  }
  let node = last
  while (node.parent && winnerOf(node.parent) === winner) {
    node = node.parent
  }
  const before = node.parent && winnerOf(node.parent)
  return { loser: 1 - winner, node, thrown: before === 1 - winner }
}
