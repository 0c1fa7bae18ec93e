// What went wrong in an analyzed game: its mistakes, its turning points, and the last turn at which
// it was not lost.

import { lossOf, markOf, winnerOf, type Mark, type TreeNode } from '../game/tree.svelte'

/** The names of marks. */
export const grades = { '?!': 'inaccuracy', '?': 'mistake', '??': 'blunder' } as const

export interface Mistake {
  /** The position after it. */
  node: TreeNode
  mark: Mark
  /** Who made it. */
  seat: number
  /** How much it cost of the winning chance, 0 to 1. */
  loss: number
  /** The better turn. */
  better: string | undefined
  /** Whether the opponent had the better chances after it, and not before. */
  turning: boolean
  /** Whether it provably gave a won game away. */
  proven: boolean
}

/** The mistakes of a line, in order. */
export const mistakesOf = (line: readonly TreeNode[]): Mistake[] =>
  line.flatMap((node) => mistakeOf(node) ?? [])

/** The mistake that led to a position; undefined if it was none, or is not known to be one. */
export function mistakeOf(node: TreeNode): Mistake | undefined {
  const { parent } = node
  const mark = markOf(node)
  if (!parent?.value || !node.value || mark === undefined) {
    return undefined
  }
  const own = (win: number) => (parent.turn === 0 ? win : 1 - win)
  const { best } = parent.value
  return {
    node,
    mark,
    seat: parent.turn,
    loss: lossOf(node),
    better: best === node.move ? undefined : best,
    turning: own(parent.value.win) >= 0.5 && own(node.value.win) < 0.5,
    proven: winnerOf(parent) === parent.turn && winnerOf(node) === 1 - parent.turn,
  }
}

/** The next or previous mistake from a position of the line. */
export function nextMistake(mistakes: readonly Mistake[], ply: number, back = false) {
  return back
    ? mistakes.findLast(({ node }) => node.ply < ply)
    : mistakes.find(({ node }) => node.ply > ply)
}

/** The end of a game, as far back as it is proven. */
export interface Fate {
  loser: number
  /** The first position from which the loser has provably lost. */
  node: TreeNode
  /** Whether the loser had a proven win before it: the turn leading to it lost the game. */
  thrown: boolean
}

/** Who was lost from which position on; undefined if nothing is proven about the end. */
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
