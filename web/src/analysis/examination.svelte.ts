// The analysis of a whole game: the engine looks at each position, and then the solver works back
// from the end as far as it can prove who wins.

import type { Client, Work } from '../engine/client'
import { linesOf, valueOf } from '../game/score'
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
  readonly #engine: Client
  /** Undefined when no analysis is running. */
  progress: Progress | undefined = $state.raw()
  #work: Work<unknown> | undefined
  #run = 0

  constructor(engine: Client) {
    this.#engine = engine
  }

  /** Analyzes the main line. Resolves to whether it reached the end. */
  async of(game: string, seats: number, tree: Tree): Promise<boolean> {
    const run = ++this.#run
    const line = tree.main
    const tell = (done: number, proving = false) => {
      if (run === this.#run) {
        this.progress = { done, all: line.length, proving }
      }
      return run === this.#run
    }
    try {
      for (const [i, node] of line.entries()) {
        if (!tell(i)) {
          return false
        }
        await this.#value(game, seats, tree, node)
      }
      if (seats === 2) {
        for (const [i, node] of line.toReversed().entries()) {
          if (!tell(i, true) || !(await this.#prove(game, tree, node))) {
            break
          }
        }
      }
      return run === this.#run
    } catch (error) {
      // A search that is stopped before it has begun has no answer.
      if (run === this.#run) {
        throw error
      }
      return false
    } finally {
      if (run === this.#run) {
        this.progress = undefined
      }
    }
  }

  /** Stops the analysis. */
  stop() {
    this.#run++
    this.progress = undefined
    this.#work?.stop()
  }

  async #value(game: string, seats: number, tree: Tree, node: TreeNode) {
    const { position, turn, winners } = node
    if (winners.length > 0) {
      const win = winners.includes(0) ? 1 : 0
      tree.setValue(node, { win, proven: 0, depth: 0, nodes: 0, best: undefined })
    } else if ((node.value?.nodes ?? 0) < glance && winnerOf(node) === undefined) {
      const search = this.#engine.search({ game, position, nodes: glance, fresh: true })
      this.#work = search
      const found = await search.result
      const [best] = linesOf(found)
      if (best) {
        tree.setValue(node, valueOf({ seats, turn }, best, found.nodes))
      }
    }
  }

  /** Whether it is known who wins. */
  async #prove(game: string, tree: Tree, node: TreeNode): Promise<boolean> {
    if (winnerOf(node) === undefined) {
      const { position } = node
      const solving = this.#engine.solve({ game, position, nodes: attempt, one: true })
      this.#work = solving
      const { proven, winners, moves } = await solving.result
      if (proven && winners[0] !== undefined) {
        tree.prove(node, winners[0], moves[0])
      }
    }
    return winnerOf(node) !== undefined
  }
}
