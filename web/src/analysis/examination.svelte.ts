// The analysis of a whole game: the engine looks at each position, and then the solver works back
// from the end as far as it can prove who wins.

import { Scope } from '../base/scope'
import type { Client } from '../engine/client'
import { valueOf } from '../game/score'
import { winnerOf, type Tree, type TreeNode } from '../game/tree.svelte'

/**
 * How many nodes the engine searches per position, unless it already has. Counting nodes instead of
 * time gives the same review on every machine.
 */
const glance = 60_000
/** How many nodes the solver may use to prove who wins a position. */
const attempt = 200_000

export interface Progress {
  done: number
  all: number
  /** Whether all positions are analyzed, and the decisive move is being searched for. */
  proving: boolean
}

export class Examination {
  /** Undefined when no analysis is running. */
  progress: Progress | undefined = $state.raw()
  readonly #engine: Client
  /** The last analysis, which is over or running. */
  #run: Scope

  constructor(scope: Scope, engine: Client) {
    this.#engine = engine
    this.#run = new Scope(scope)
  }

  /** Analyzes the main line. Does not settle if it is stopped. */
  async of(game: string, seats: number, tree: Tree) {
    this.stop()
    const run = this.#run
    const engine = this.#engine.within(run.signal)
    const line = tree.main
    const tell = (done: number, proving = false) => {
      this.progress = { done, all: line.length, proving }
    }
    try {
      for (const [i, node] of line.entries()) {
        tell(i)
        await run.wait(value(engine, game, seats, tree, node))
      }
      for (const [i, node] of seats === 2 ? line.toReversed().entries() : []) {
        tell(i, true)
        if (!(await run.wait(prove(engine, game, tree, node)))) {
          break
        }
      }
    } finally {
      this.progress = undefined
    }
  }

  /** Stops the analysis. */
  stop() {
    this.#run = this.#run.next()
    this.progress = undefined
  }
}

async function value(engine: Client, game: string, seats: number, tree: Tree, node: TreeNode) {
  const { position, turn, winners } = node
  if (winners.length > 0) {
    const win = winners.includes(0) ? 1 : 0
    tree.setValue(node, { win, proven: 0, depth: 0, nodes: 0, best: undefined })
  } else if ((node.value?.nodes ?? 0) < glance && winnerOf(node) === undefined) {
    const found = await engine.search({ game, position, nodes: glance, fresh: true }).result
    tree.setValue(node, valueOf({ seats, turn }, found, found.nodes))
  }
}

/** Whether it is known who wins. */
async function prove(engine: Client, game: string, tree: Tree, node: TreeNode): Promise<boolean> {
  if (winnerOf(node) === undefined) {
    const { position } = node
    const solving = engine.solve({ game, position, nodes: attempt, one: true })
    const { proven, winners, moves } = await solving.result
    if (proven && winners[0] !== undefined) {
      tree.prove(node, winners[0], moves[0])
    }
  }
  return winnerOf(node) !== undefined
}
