// A line of a game in rows, as on a score sheet: a number, and a column for each seat.

import type { TreeNode } from './tree.svelte'

export interface Row {
  /** Counted from 1. */
  number: number
  /** Empty columns before the first move. */
  skipped: number
  nodes: TreeNode[]
  /** The last node, if there are notes to show below it. */
  told: TreeNode | undefined
}

/** The rows of a line that begins with a seat; a node with notes ends its row. */
export function rowsOf(
  line: readonly TreeNode[],
  first: number,
  seats: number,
  isTold: (node: TreeNode) => boolean,
): Row[] {
  const rows: Row[] = []
  let row: Row | undefined
  for (const [i, node] of line.entries()) {
    const column = (first + i) % seats
    if (!row || column === 0) {
      const number = Math.floor((first + i) / seats) + 1
      row = { number, skipped: column, nodes: [], told: undefined }
      rows.push(row)
    }
    row.nodes.push(node)
    if (isTold(node)) {
      row.told = node
      row = undefined
    }
  }
  return rows
}
