// Studies as records: a file of games, one for each chapter. All that is said in a chapter is in its
// record; what an engine has thought is not.

import type { Client } from '../engine/client'
import type { GameText, Station, Turn } from '../engine/protocol'
import { readNotes, readShapes, writeNotes } from '../game/notes'
import { Tree, type TreeNode } from '../game/tree.svelte'
import type { Chapter } from './study'

/** The part of the engine that is needed here. */
export type Rules = Pick<Client, 'ask'>

/** Tags that are not kept as tags. */
const own = ['Study', 'Chapter', 'Comment', 'Draw']

const valueOf = (text: GameText, name: string) => text.tags.find((tag) => tag.name === name)?.value

/** The title of the study that a record is part of, if it says so. */
export const titleOf = (text: GameText) => valueOf(text, 'Study')

/** A chapter from a record. What is not legal in it ends its line there, and is said. */
export async function chapterOf(
  rules: Rules,
  text: GameText,
  name: string,
): Promise<{ chapter: Chapter; error?: string }> {
  const { game, start, winners, reason } = text
  const { seats, stations } = await rules.ask('replay', { game, start, moves: [] })
  const tree = new Tree(stations[0] ?? { position: start, turn: 0, winners: [] })
  const shapes = readShapes(valueOf(text, 'Draw') ?? '')
  const { comment } = readNotes(valueOf(text, 'Comment'))
  tree.annotate(tree.root, { comment, shapes: shapes.length > 0 ? shapes : undefined })
  const error = await grow(rules, game, tree, tree.root, text.turns)
  tree.current = tree.root
  const chapter: Chapter = {
    id: crypto.randomUUID(),
    name: valueOf(text, 'Chapter') ?? name,
    game,
    seats,
    tags: text.tags.filter((tag) => !own.includes(tag.name)),
    winners,
    ...(reason === undefined ? {} : { reason }),
    tree: tree.save(),
  }
  return error === undefined ? { chapter } : { chapter, error }
}

/** Adds a line and its variations behind a node. */
async function grow(
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

/** A chapter as a record. */
export function textOf(chapter: Chapter, title: string): GameText {
  const { game, name, tags, winners, reason } = chapter
  const tree = Tree.restore(chapter.tree)
  const { comment, shapes = [] } = tree.root
  const [first] = tree.root.children
  const last = tree.main.at(-1)
  return {
    game,
    start: tree.root.position,
    tags: [
      { name: 'Study', value: title },
      { name: 'Chapter', value: name },
      ...tags,
      ...(comment === undefined ? [] : [{ name: 'Comment', value: comment }]),
      ...(shapes.length === 0 ? [] : [{ name: 'Draw', value: shapes.join(',') }]),
    ],
    turns: first ? lineOf(first) : [],
    winners: last && last.winners.length > 0 ? last.winners : winners,
    ...(reason === undefined ? {} : { reason }),
  }
}

/** The line that begins with a node, with what could be played in place of its later turns. */
function lineOf(first: TreeNode): Turn[] {
  const turns: Turn[] = []
  for (let node: TreeNode | undefined = first; node; node = node.children[0]) {
    const fields = writeNotes(node)
    const siblings: TreeNode[] = node.parent?.children ?? []
    const sides = siblings[0] === node ? siblings.slice(1) : []
    turns.push({
      move: node.move ?? '',
      ...(node.comment === undefined ? {} : { comment: node.comment }),
      ...(fields.length === 0 ? {} : { fields }),
      ...(sides.length === 0 ? {} : { variations: sides.map(lineOf) }),
    })
  }
  return turns
}

/** A whole study as a file of thera's records. */
export async function recordsOf(
  rules: Rules,
  { title, chapters }: { title: string; chapters: readonly Chapter[] },
): Promise<string> {
  const texts = await Promise.all(
    chapters.map((one) => rules.ask('write', { ...textOf(one, title), format: 'thera' })),
  )
  return texts.join('')
}
