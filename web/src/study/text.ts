// Studies as records: a file of games, one per chapter. A chapter's notes are in its record; the
// engine's results are not.

import type { Chapter } from '../analysis/study'
import { newId } from '../base/id'
import { readNotes, readShapes } from '../board/notes'
import { tagOf } from '../game/tags'
import { Tree } from '../game/tree.svelte'
import { grow, lineOf, type Rules } from '../game/turns'
import type { GameText } from '../generated/protocol'

/** Tags that are stored in fields of their own. */
const own = ['Study', 'Chapter', 'Comment', 'Draw']

/** The title of the study that a record is part of, if it has one. */
export const titleOf = (text: GameText) => tagOf(text.tags, 'Study')

/** A chapter from a record. An illegal move ends its line and is reported. */
export async function chapterOf(
  rules: Rules,
  text: GameText,
  name: string,
): Promise<{ chapter: Chapter; error?: string }> {
  const { game, start, winners, reason } = text
  const { seats, stations } = await rules.ask('replay', { game, start, moves: [] })
  const tree = new Tree(stations[0] ?? { position: start, turn: 0, winners: [] })
  const shapes = readShapes(tagOf(text.tags, 'Draw') ?? '')
  const { comment } = readNotes(tagOf(text.tags, 'Comment'))
  tree.annotate(tree.root, { comment, shapes: shapes.length > 0 ? shapes : undefined })
  const error = await grow(rules, game, tree, tree.root, text.turns)
  tree.current = tree.root
  const chapter: Chapter = {
    id: newId(),
    name: tagOf(text.tags, 'Chapter') ?? name,
    game,
    seats,
    tags: text.tags.filter((tag) => !own.includes(tag.name)),
    winners,
    ...(reason === undefined ? {} : { reason }),
    tree: tree.save(),
  }
  return error === undefined ? { chapter } : { chapter, error }
}

/** A chapter as a record. */
export function textOf(chapter: Chapter, title: string): GameText {
  const { game, name, tags, winners, reason } = chapter
  const tree = Tree.restore(chapter.tree)
  const { comment, shapes = [] } = tree.root.notes
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

/** A whole study as a file of thera records. */
export async function recordsOf(
  rules: Rules,
  { title, chapters }: { title: string; chapters: readonly Chapter[] },
): Promise<string> {
  const texts = await Promise.all(
    chapters.map((one) => rules.ask('write', { ...textOf(one, title), format: 'thera' })),
  )
  return texts.join('')
}
