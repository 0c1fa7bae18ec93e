// A line of a game in rows, as score sheets have it: a number, and a column for each seat.

import type { TreeNode } from './tree.svelte'

export interface Row {
  /** Counted from 1. */
  number: number
  /** Columns that are left out before the first move. */
  skipped: number
  nodes: TreeNode[]
  /** The last node, if there is something to be said below it. */
  told: TreeNode | undefined
}

/** Rows of a line that begins with the given seat, each ended by a node of which something is told. */
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
