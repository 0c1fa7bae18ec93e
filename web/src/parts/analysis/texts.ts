// Texts of a review.

import type { Tree, TreeNode } from '../../game/tree.svelte'
import { settings } from '../../settings.svelte'

/** The number of a move's round and the move, as in "12… c3-c5(c7)". */
export function moveName(tree: Tree, node: TreeNode, seats: number): string {
  const turn = tree.root.turn + node.ply - 1
  return `${Math.floor(turn / seats) + 1}${turn % seats === 0 ? '.' : '…'} ${node.move ?? ''}`
}

/** A part of 100 as a percentage; 0 and 100 are what they say. */
export const whole = (part: number): string =>
  new Intl.NumberFormat(settings.language, { style: 'percent' }).format(Math.round(part) / 100)
