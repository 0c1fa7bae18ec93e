// Studies on the server.

import type { Audience, Study } from '../analysis/study'
import { EngineError, type Client } from '../engine/client'
import type { Info, Study as Served } from '../generated/study'
import { ask, Problem, withParams } from '../server/api'
import { chaptersOf } from './studying.svelte'
import { recordsOf } from './text'

const path = (id: string) => `/study/${id}`

export const listServed = (wanted: { mine?: boolean; search: string; game?: string }) =>
  ask<Info[]>(
    'GET',
    withParams('/studies', {
      mine: wanted.mine ? 'true' : '',
      search: wanted.search.slice(0, 200),
      game: wanted.game ?? '',
    }),
  )

export const findServed = (id: string) => ask<Served>('GET', path(id))

/** Removes a study from the server, unless another device has done so. */
export async function withdraw(id: string) {
  try {
    await ask('DELETE', path(id))
  } catch (error) {
    if (!(error instanceof Problem && error.status === 404)) {
      throw error
    }
  }
}

/** A study from the server in the form that the page uses. */
export async function studyOf(engine: Client, of: Served): Promise<Study> {
  const { games, error } = await engine.ask('read', { game: of.games[0] ?? '', text: of.text })
  if (error !== undefined) {
    throw new EngineError(error, { code: 'record' }) // a part of it must not be taken for the whole
  }
  const { chapters } = await chaptersOf(engine, games, (_, i) => String(i + 1))
  const { id, title, created, updated, version, audience } = of
  return { id, title, created, updated, chapters, served: { version, audience, updated } }
}

/** Puts a study; version is the one that was edited, 0 for a new study. */
export async function send(engine: Client, study: Study, audience: Audience, version: number) {
  const text = await recordsOf(engine, study)
  const put = { title: study.title, audience, version, text }
  const info = await ask<Info>('PUT', path(study.id), put)
  return { version: info.version, audience, updated: study.updated }
}
