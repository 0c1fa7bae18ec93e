// The main line of a game as it was played on the server, whatever variations there are: a server
// analysis attaches its results to these positions.

import { valueOf } from '../game/score'
import type { TreeNode } from '../game/tree.svelte'
import type { Judged } from '../generated/analysis'
import type { Analysis } from './analysis.svelte'

export class Played {
  readonly #analysis: Analysis
  /** The positions analyzed, and the next one. */
  #line: TreeNode[]

  constructor(analysis: Analysis) {
    this.#analysis = analysis
    this.#line = [analysis.tree.root]
  }

  /** Takes the result for a position; positions come in order. */
  judge({ ply, played, best, score, depth, line }: Judged, nodes: number) {
    const node = this.#line[ply]
    if (!node) {
      return // it has been deleted
    }
    const found = { rank: 1, score, depth, line, ...(best === undefined ? {} : { move: best }) }
    const { tree } = this.#analysis
    tree.setValue(node, valueOf({ seats: this.#analysis.seats, turn: node.turn }, found, nodes))
    const next = node.children.find((c) => c.move === played)
    this.#line = [...this.#line.slice(0, ply + 1), ...(next ? [next] : [])]
  }
}
