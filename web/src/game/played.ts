// A game in a tree as it was played, whatever variations there are: what a worker of the server
// thinks of its positions goes to the right ones.

import type { Judged } from '../live/judged'
import type { Analysis } from './analysis.svelte'
import { valueOf } from './score'
import type { TreeNode } from './tree.svelte'

export class Played {
  readonly #analysis: Analysis
  /** The positions that are judged, and the next. */
  #line: TreeNode[]

  constructor(analysis: Analysis) {
    this.#analysis = analysis
    this.#line = [analysis.tree.root]
  }

  /** Takes what is thought of a position; they come in their order. */
  judge({ ply, played, best, score, depth, line }: Judged, nodes: number) {
    const node = this.#line[ply]
    if (!node) {
      return // it has been cut off
    }
    const found = { rank: 1, score, depth, line, ...(best === undefined ? {} : { move: best }) }
    const { tree } = this.#analysis
    tree.setValue(node, valueOf({ seats: this.#analysis.seats, turn: node.turn }, found, nodes))
    const next = node.children.find((c) => c.move === played)
    this.#line = [...this.#line.slice(0, ply + 1), ...(next ? [next] : [])]
  }
}
