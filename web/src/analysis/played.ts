// The main line of a game as it was played on the server, whatever variations there are.

import { valueOf } from '../game/score'
import type { TreeNode } from '../game/tree.svelte'
import type { Analysis as Served } from '../generated/analysis'
import type { Analysis } from './analysis.svelte'

/** Gives the positions of that line their results, from the first position on. */
export function judgePlayed({ tree, seats }: Analysis, { judged, nodes }: Served) {
  let node: TreeNode | undefined = tree.root
  for (const { played, best, score, depth, line } of judged) {
    if (!node) {
      return // it has been deleted
    }
    const found = { rank: 1, score, depth, line, ...(best === undefined ? {} : { move: best }) }
    tree.setValue(node, valueOf({ seats, turn: node.turn }, found, nodes))
    node = node.children.find((c) => c.move === played)
  }
}
