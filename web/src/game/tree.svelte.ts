// A game with its variations, as a tree of positions.

import * as v from 'valibot'
import { notesSchema, type Notes } from '../board/notes'
import type { Replayed, Station } from '../generated/protocol'

const value = v.object({
  /** The chance of seat 0; with more than two players, of the seat to move. */
  win: v.number(),
  /** Plies to a proven end, positive if that seat wins, negative if it loses; 0 if not proven. */
  proven: v.number(),
  depth: v.number(),
  nodes: v.number(),
  /** The best move. */
  best: v.optional(v.string()),
  /** With two players, the seat that a solver has proven to win, without the number of plies. */
  winner: v.exactOptional(v.number()),
})

/** An engine's result for a position. */
export type Value = v.InferOutput<typeof value>

/** A stored tree: its nodes, each after its parent, and the index of the current one. */
export const savedTree = v.object({
  nodes: v.pipe(
    v.array(
      v.object({
        /** The parent's index, -1 for the root. */
        parent: v.number(),
        move: v.exactOptional(v.string()),
        position: v.string(),
        turn: v.number(),
        winners: v.array(v.number()),
        ...notesSchema,
        value: v.exactOptional(value),
      }),
    ),
    v.minLength(1),
    v.check((nodes) => nodes.every((n, i) => (i === 0 ? -1 : 0) <= n.parent && n.parent < i)),
  ),
  current: v.number(),
})
export type SavedTree = v.InferOutput<typeof savedTree>

/** A position in a tree, and the move that led to it. */
export class TreeNode {
  readonly id: number
  readonly parent: TreeNode | undefined
  /** The number of moves before it. */
  readonly ply: number
  readonly move: string | undefined
  readonly position: string
  readonly turn: number
  readonly winners: number[]
  /** The first child continues the main line, or the variation that this is part of. */
  children: readonly TreeNode[] = $state.raw([])
  notes: Notes = $state.raw({})
  value: Value | undefined = $state.raw()

  constructor(id: number, { move, position, turn, winners }: Station, parent?: TreeNode) {
    this.id = id
    this.parent = parent
    this.ply = parent ? parent.ply + 1 : 0
    this.move = move
    this.position = position
    this.turn = turn
    this.winners = winners
  }
}

const nowhere: Station = { position: '', turn: 0, winners: [] }

export class Tree {
  readonly root: TreeNode
  current: TreeNode = $state.raw() as TreeNode
  /** Grows with each change. */
  version = $state(0)
  /** Grows with each change by the user, not with the engine's results. */
  edits = $state(0)
  #last = 0

  constructor(start: Station) {
    this.root = new TreeNode(0, start)
    this.current = this.root
  }

  /** The tree of a replayed game, viewed at its start. */
  static of({ stations: [start, ...rest] }: Replayed): Tree {
    const tree = new Tree(start ?? nowhere)
    for (const station of rest) {
      tree.add(station)
    }
    tree.current = tree.root
    return tree
  }

  /** A tree from its stored form. */
  static restore({ nodes, current }: SavedTree): Tree {
    const tree = new Tree(nodes[0] ?? nowhere)
    const made: TreeNode[] = []
    for (const { parent, move, position, turn, winners, value, ...notes } of nodes) {
      tree.current = made[parent] ?? tree.root
      if (parent >= 0) {
        tree.add({ move: move ?? '', position, turn, winners })
      }
      tree.current.notes = notes
      tree.current.value = value
      made.push(tree.current)
    }
    tree.current = made[current] ?? tree.root
    tree.edits = 0
    return tree
  }

  save(): SavedTree {
    const nodes = this.#nodes
    return {
      nodes: nodes.map(({ parent, move, position, turn, winners, notes, value }) => ({
        parent: parent ? nodes.indexOf(parent) : -1,
        ...(move === undefined ? {} : { move }),
        position,
        turn,
        winners,
        ...notes,
        ...(value && { value }),
      })),
      current: nodes.indexOf(this.current),
    }
  }

  /** All nodes, each after its parent. */
  get #nodes(): TreeNode[] {
    const nodes = [this.root]
    for (const node of nodes) {
      nodes.push(...node.children) // appended, so that this loop visits them too
    }
    return nodes
  }

  /** The node with that ID. */
  find = (id: number) => this.#nodes.find((node) => node.id === id)

  /** Continues from the current position with a move, along an existing line or a new one. */
  add(station: Station) {
    let next = this.current.children.find((c) => c.move === station.move)
    if (!next) {
      next = new TreeNode(++this.#last, station, this.current)
      this.current.children = [...this.current.children, next]
      this.#edited()
    }
    this.current = next
  }

  /** The nodes from the root to a node. */
  static path(node: TreeNode): TreeNode[] {
    const path: TreeNode[] = []
    for (let n: TreeNode | undefined = node; n; n = n.parent) {
      path.unshift(n)
    }
    return path
  }

  /** The line that begins with a node. */
  static lineFrom(node: TreeNode): TreeNode[] {
    const line: TreeNode[] = []
    for (let n: TreeNode | undefined = node; n; n = n.children[0]) {
      line.push(n)
    }
    return line
  }

  /** The main line, including the root. */
  get main(): TreeNode[] {
    return Tree.lineFrom(this.root)
  }

  /** The line through the current node: how it came about and how it continues. */
  get line(): TreeNode[] {
    return [...Tree.path(this.current), ...Tree.lineFrom(this.current).slice(1)]
  }

  /** Removes a node and everything after it. */
  remove(node: TreeNode) {
    const { parent } = node
    if (!parent) {
      return
    }
    if (Tree.path(this.current).includes(node)) {
      this.current = parent
    }
    parent.children = parent.children.filter((c) => c !== node)
    this.#edited()
  }

  /** Changes the notes on a position; undefined removes a note. */
  annotate(node: TreeNode, notes: { [K in keyof Notes]: Notes[K] | undefined }) {
    const all = Object.entries({ ...node.notes, ...notes })
    node.notes = Object.fromEntries(all.filter(([, note]) => note !== undefined))
    this.#edited()
  }

  #edited() {
    this.edits++
    this.version++
  }

  /** Promotes the variation that a node is part of, up to the main line. */
  promote(node: TreeNode) {
    for (let n = node; n.parent; n = n.parent) {
      const self = n
      n.parent.children = [self, ...n.parent.children.filter((c) => c !== self)]
    }
    this.#edited()
  }

  setValue(node: TreeNode, value: Value) {
    const { winner, depth = 0 } = node.value ?? {}
    if (value.proven !== 0 || (winner === undefined && value.depth >= depth)) {
      node.value = { ...value, ...(winner === undefined ? {} : { winner }) }
      this.version++
    }
  }

  /** Records a proof about a position: who wins it, and by which move, if by the next one. */
  prove(node: TreeNode, winner: number, move: string | undefined) {
    const { proven = 0, depth = 0, nodes = 0, best } = node.value ?? {}
    const win = winner === 0 ? 1 : 0
    node.value = { win, proven, depth, nodes, best: move ?? best, winner }
    this.version++
  }
}

/** With two players, the seat known to win a position, because it has won or by proof. */
export function winnerOf({
  winners,
  value,
}: Pick<TreeNode, 'winners'> & { value?: Value | undefined }): number | undefined {
  if (winners.length > 0) {
    return winners[0]
  }
  const { winner, proven = 0 } = value ?? {}
  return winner ?? (proven === 0 ? undefined : proven > 0 ? 0 : 1)
}

/** How bad a move was, by how much it cost of the mover's winning chance. */
export type Mark = '?!' | '?' | '??'

export const lossOf = (node: TreeNode): number => {
  const before = node.parent?.value
  const after = node.value
  // The best move costs nothing: any difference is only in how far the engine has searched.
  if (!before || !after || (before.best === node.move && before.winner === undefined)) {
    return 0
  }
  return node.parent.turn === 0 ? before.win - after.win : after.win - before.win
}

/** The mark of the move that led to a node; only in games for two. */
export function markOf(node: TreeNode): Mark | undefined {
  const loss = lossOf(node)
  return loss >= 0.3 ? '??' : loss >= 0.2 ? '?' : loss >= 0.1 ? '?!' : undefined
}
