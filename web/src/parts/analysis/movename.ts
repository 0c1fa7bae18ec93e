// How a move of a tree is named in a sentence.

import type { Tree, TreeNode } from '../../game/tree.svelte'

/** The number of a move's round and the move, as in "12… c3-c5(c7)". */
export function moveName(tree: Tree, node: TreeNode, seats: number): string {
  const turn = tree.root.turn + node.ply - 1
  return `${Math.floor(turn / seats) + 1}${turn % seats === 0 ? '.' : '…'} ${node.move ?? ''}`
}
