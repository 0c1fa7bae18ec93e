// The user's repertoires: analyses, and chapters of studies.

import { analyses } from '../analysis/analyses'
import { studies } from '../analysis/study'
import type { Client } from '../engine/client'
import type { SavedTree } from '../game/tree.svelte'
import type { Info } from '../generated/study'
import { labeled } from '../i18n'
import { findServed, listServed, studyOf } from '../study/served'

export interface Repertoire {
  /** Names the drill of it. */
  key: string
  game: string
  /** The ID of the study; undefined for an analysis. */
  study: string | undefined
  /** The names of the study and the chapter; undefined for an analysis, which has none. */
  title: string | undefined
  updated: number
  tree: SavedTree
}

/** All in this browser in which a move was played, the last changed first. */
export async function repertoires(): Promise<Repertoire[]> {
  const [boards, books] = await Promise.all([analyses.all(), studies.all()])
  const all = [
    ...boards.map((one) => ({
      ...one,
      key: `analysis ${one.id}`,
      study: undefined,
      title: undefined,
    })),
    ...books.flatMap(({ id, title, updated, chapters }) =>
      chapters.map(({ name, ...chapter }) => ({
        ...chapter,
        updated,
        key: `study ${id} ${chapter.id}`,
        study: id,
        title: labeled(title, name),
      })),
    ),
  ]
  return all
    .filter(({ tree, seats }) => seats === 2 && tree.nodes.length > 1)
    .sort((a, b) => b.updated - a.updated)
}

/** The user's studies with a chapter of a game that are on the server and not in this browser. */
export async function studiesElsewhere(game: string): Promise<Info[]> {
  const [there, here] = await Promise.all([
    listServed({ mine: true, search: '', game }),
    studies.all(),
  ])
  return there.filter(({ id }) => here.every((study) => study.id !== id))
}

/** Brings a study from the server into this browser, unless another tab has brought it since. */
export async function fetchStudy(engine: Client, id: string) {
  const study = await studyOf(engine, await findServed(id))
  if (!(await studies.find(id))) {
    await studies.keep(study)
  }
}
