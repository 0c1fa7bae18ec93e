// Converts a record's turns, with variations and notes, to a tree and back.

import { readNotes, writeNotes } from '../board/notes'
import type { Client } from '../engine/client'
import type { Station, Turn } from '../generated/protocol'
import { Tree, type TreeNode } from './tree.svelte'

/** The part of the engine needed here. */
export type Rules = Pick<Client, 'ask'>

/** Adds a line and its variations after a node. Reports illegal moves, at which a line ends. */
export async function grow(
  rules: Rules,
  game: string,
  tree: Tree,
  from: TreeNode,
  turns: readonly Turn[],
): Promise<string | undefined> {
  const moves = turns.map((turn) => turn.move)
  const replayed = await rules.ask('replay', { game, start: from.position, moves })
  let { error } = replayed
  const line = replayed.stations.slice(1)
  let before = from
  for (const [i, station] of line.entries()) {
    const { comment, fields, variations = [] } = turns[i] ?? {}
    const node = put(tree, before, station)
    tree.annotate(node, readNotes(comment, fields))
    for (const side of variations) {
      error = (await grow(rules, game, tree, before, side)) ?? error
    }
    before = node
  }
  return error
}

function put(tree: Tree, parent: TreeNode, station: Station): TreeNode {
  tree.current = parent
  tree.add(station)
  return tree.current
}

/** The line that begins with a node, with the alternatives to its later turns. */
export const lineOf = (first: TreeNode): Turn[] => Tree.lineFrom(first).map(turnOf)

function turnOf(node: TreeNode): Turn {
  const { comment } = node.notes
  const fields = writeNotes(node.notes)
  const siblings = node.parent?.children ?? []
  const sides = siblings[0] === node ? siblings.slice(1) : []
  return {
    move: node.move ?? '',
    ...(comment === undefined ? {} : { comment }),
    ...(fields.length === 0 ? {} : { fields }),
    ...(sides.length === 0 ? {} : { variations: sides.map(lineOf) }),
  }
}
