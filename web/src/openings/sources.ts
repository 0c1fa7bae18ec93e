// The repertoires that the browser keeps: analyses, and chapters of studies.

import { analyses } from '../analysis/analyses'
import { studies } from '../analysis/study'
import type { SavedTree } from '../game/tree.svelte'

export interface Repertoire {
  /** Names the drill of it. */
  key: string
  game: string
  /** The names of the study and the chapter; undefined for an analysis, which has none. */
  title: string | undefined
  updated: number
  tree: SavedTree
}

/** All of them in which a move was played, the last changed first. */
export async function repertoires(): Promise<Repertoire[]> {
  const [boards, books] = await Promise.all([analyses.all(), studies.all()])
  const all = [
    ...boards.map((one) => ({ ...one, key: `analysis ${one.id}`, title: undefined })),
    ...books.flatMap(({ id, title, updated, chapters }) =>
      chapters.map(({ name, ...chapter }) => ({
        ...chapter,
        updated,
        key: `study ${id} ${chapter.id}`,
        title: `${title}: ${name}`,
      })),
    ),
  ]
  return all
    .filter(({ tree, seats }) => seats === 2 && tree.nodes.length > 1)
    .map(({ key, game, title, updated, tree }) => ({ key, game, title, updated, tree }))
    .sort((a, b) => b.updated - a.updated)
}
