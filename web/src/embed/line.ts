// The positions of a game to show.

import { EngineError, type Client } from '../engine/client'
import type { Station } from '../generated/protocol'
import { received, request } from '../server/api'
import type { Wanted } from './wanted'

export interface Line {
  game: string
  /** The start first. */
  stations: Station[]
}

type Asked = Pick<Wanted, 'game' | 'position' | 'moves' | 'served'>

/** Loads what to show. Rejects if there is no such game or a move is illegal. */
export async function lineOf(engine: Client, wanted: Asked): Promise<Line> {
  const { game, start, moves } =
    wanted.served === undefined ? given(wanted) : await served(engine, wanted.served)
  const { stations, error } = await engine.ask('replay', {
    game,
    start: start ?? (await engine.ask('start', { game, variant: '' })).position,
    moves,
  })
  if (error !== undefined) {
    throw new EngineError(error, { code: 'record' })
  }
  return { game, stations }
}

const given = ({ game, position, moves }: Asked) => ({ game, start: position, moves })

/** The moves of a game on the server. */
async function served(engine: Client, id: string) {
  const answer = await request(`/api/v1/game/${id}/record`, { credentials: 'omit' })
  const text = await received(answer.text())
  const { games, error } = await engine.ask('read', { game: '', text })
  const [found] = games
  if (!found) {
    throw new EngineError(error ?? id, { code: 'record' })
  }
  return { game: found.game, start: found.start, moves: found.turns.map(({ move }) => move) }
}
