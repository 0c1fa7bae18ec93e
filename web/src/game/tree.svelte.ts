// A game with its variations, as a tree of positions.

import type { Replayed, Station } from '../engine/protocol'

/** What an engine thinks of a position. */
export interface Value {
  /** The chance of seat 0, or where more than two play, of the seat to move. */
  win: number
  /** Plies to a proven end, above 0 if that seat wins, below it if not; 0 is not proven. */
  proven: number
  depth: number
  nodes: number
  /** The best move. */
  best: string | undefined
}

export interface Node extends Station {
  id: number
  /** The number of moves before it. */
  ply: number
  parent: Node | undefined
  /** The first child goes on with the main line, or with the variation that this is part of. */
  children: Node[]
  comment?: string
  value?: Value
}

export class Tree {
  readonly root: Node
  current: Node = $state.raw() as Node
  /** Grows with each change, so that what shows the tree can follow it. */
  version = $state(0)
  #last = 0

  constructor(start: Station) {
    this.root = { ...start, id: 0, ply: 0, parent: undefined, children: [] }
    this.current = this.root
  }

  /** The tree of a replayed game, looked at from its start. */
  static of(replayed: Replayed, comments: (string | undefined)[] = []): Tree {
    const [start, ...rest] = replayed.stations
    const tree = new Tree(start ?? { position: '', turn: 0, winners: [] })
    for (const [i, station] of rest.entries()) {
      tree.add(station)
      const comment = comments[i]
      if (comment !== undefined) {
        tree.current.comment = comment
      }
    }
    tree.current = tree.root
    return tree
  }

  /** Goes on from the current position with a move: along a line that has it, or a new one. */
  add(station: Station) {
    let next = this.current.children.find((c) => c.move === station.move)
    if (!next) {
      next = {
        ...station,
        id: ++this.#last,
        ply: this.current.ply + 1,
        parent: this.current,
        children: [],
      }
      this.current.children.push(next)
      this.version++
    }
    this.current = next
  }

  /** The nodes from the root to one. */
  static path(node: Node): Node[] {
    const path: Node[] = []
    for (let n: Node | undefined = node; n; n = n.parent) {
      path.unshift(n)
    }
    return path
  }

  /** The main line, the root included. */
  get main(): Node[] {
    void this.version
    const line = [this.root]
    for (let n = this.root.children[0]; n; n = n.children[0]) {
      line.push(n)
    }
    return line
  }

  /** The line through the current node: how it came about and how it goes on. */
  get line(): Node[] {
    void this.version
    const line = Tree.path(this.current)
    for (let n = this.current.children[0]; n; n = n.children[0]) {
      line.push(n)
    }
    return line
  }

  /** Takes a node and all after it out of the tree. */
  remove(node: Node) {
    const { parent } = node
    if (!parent) {
      return
    }
    if (Tree.path(this.current).includes(node)) {
      this.current = parent
    }
    parent.children = parent.children.filter((c) => c !== node)
    this.version++
  }

  /** Puts the variation that a node is part of first, up to the main line. */
  promote(node: Node) {
    for (let n: Node | undefined = node; n?.parent; n = n.parent) {
      const self: Node = n
      n.parent.children = [self, ...n.parent.children.filter((c) => c !== self)]
    }
    this.version++
  }

  setValue(node: Node, value: Value) {
    const known = node.value
    if (!known || value.depth >= known.depth || value.proven !== 0) {
      node.value = value
      this.version++
    }
  }
}

/** How bad a move was, by how much it took off the mover's chance. */
export type Mark = '?!' | '?' | '??'

export const lossOf = (node: Node): number => {
  const before = node.parent?.value
  const after = node.value
  if (!before || !after || !node.parent) {
    return 0
  }
  return node.parent.turn === 0 ? before.win - after.win : after.win - before.win
}

/** The mark of the move that led to a node; only of games of two. */
export function markOf(node: Node): Mark | undefined {
  const loss = lossOf(node)
  return loss >= 0.3 ? '??' : loss >= 0.2 ? '?' : loss >= 0.1 ? '?!' : undefined
}
