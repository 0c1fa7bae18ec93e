// Studies: saved analyses, in chapters, with notes.

import * as v from 'valibot'
import { newId } from '../base/id'
import { savedTree } from '../game/tree.svelte'
import { gameNames } from '../looks'
import { Shelf } from '../store/shelf'

const chapter = v.object({
  id: v.string(),
  name: v.string(),
  game: v.picklist(gameNames),
  seats: v.number(),
  /** What a record says besides the moves. */
  tags: v.array(v.object({ name: v.string(), value: v.string() })),
  /** The result of a game that was not played to its end on the board. */
  winners: v.array(v.number()),
  reason: v.exactOptional(v.string()),
  tree: savedTree,
})

export type Chapter = v.InferOutput<typeof chapter>

/** Who can see a study on the server. */
export const audiences = ['private', 'link', 'public'] as const
export type Audience = (typeof audiences)[number]

const studySchema = v.object({
  id: v.string(),
  created: v.number(),
  updated: v.number(),
  title: v.string(),
  chapters: v.pipe(v.array(chapter), v.minLength(1)),
  /** The server's copy. */
  served: v.exactOptional(
    v.object({
      version: v.number(),
      audience: v.picklist(audiences),
      /** When it was changed here without being sent yet. */
      updated: v.number(),
    }),
  ),
})

export type Study = v.InferOutput<typeof studySchema>

export const studies = new Shelf('studies', studySchema)

export function newStudy(title: string, chapters: Chapter[]): Study {
  const now = Date.now()
  return { id: newId(), created: now, updated: now, title, chapters }
}

/**
 * The time of a change made now. It is later than that of the change before, which may have been made
 * where the clock is ahead: what is later has still to be sent.
 */
export const changedNow = ({ updated }: Study) => Math.max(Date.now(), updated + 1)

/** A copy of a study that belongs to the user. */
export const cloneOf = ({ title, chapters }: Study, titled: (title: string) => string): Study =>
  newStudy(
    titled(title),
    chapters.map((one) => ({ ...one, id: newId() })),
  )

/** A study's searchable text: its title, its chapters, and their notes. */
export function matches({ title, chapters }: Study, wanted: string): boolean {
  const text = [
    title,
    ...chapters.flatMap((c) => [
      c.name,
      c.game,
      ...c.tags.map((tag) => tag.value),
      ...c.tree.nodes.map((node) => node.comment ?? ''),
    ]),
  ]
    .join('\n')
    .toLocaleLowerCase()
  return wanted
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The address of a chapter, counted from 0. */
export const addressOf = (id: string, at = 0) =>
  `#/study/${id}${at === 0 ? '' : `?chapter=${at + 1}`}`
