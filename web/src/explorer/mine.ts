// Explorer files of the user's own games: those of the account, and those that the browser keeps.

import type { Client } from '../engine/client'
import { numberOf } from '../engine/seats'
import type { PlayedGame } from '../generated/protocol'
import { games, peopleOf, type Kept } from '../play/kept'
import { Problem, withParams } from '../server/api'
import { isKnown, me } from '../server/me.svelte'
import { base64, bytesOf, textOf, type Read } from './file'

/** Only games in which the player had this seat, counted from 0; undefined for any. */
type Seat = number | undefined

const most = 1000

export const addressOfPlayer = (name: string, game: string, seat: Seat) =>
  withParams(`/api/v1/player/${encodeURIComponent(name)}/explorer`, paramsOf(game, seat))

const paramsOf = (game: string, seat: Seat) => ({
  game,
  seat: seat === undefined ? undefined : numberOf(seat),
})

/** The finished games here in which a person had the seat. */
export const finished = (all: readonly Kept[], game: string, seat: Seat): PlayedGame[] =>
  all
    .filter((one) => one.game === game && one.result)
    .filter(({ players }) => seat === undefined || peopleOf(players).includes(seat))
    .slice(0, most)
    .map(({ start, moves, result }) => ({
      start,
      moves,
      winners: result?.winners ?? [],
    }))

/** A file of all of them. */
export async function ownGames(engine: Client, game: string, seat: Seat): Promise<Read> {
  const [here, there] = await Promise.all([games.all(), served(game, seat)])
  const file = there && base64(there)
  const gathered = await engine.ask('gather', {
    game,
    games: finished(here, game, seat),
    ...(file !== undefined && { file }),
  })
  return textOf(gathered.file)
}

/** The file of the account's games; undefined for visitors, whose games are all here. */
async function served(game: string, seat: Seat): Promise<Uint8Array | undefined> {
  if (isKnown() && !me()) {
    return undefined
  }
  try {
    return await bytesOf(withParams('/api/v1/account/explorer', paramsOf(game, seat)))
  } catch (error) {
    if (error instanceof Problem ? error.status !== 401 : me()) {
      throw error
    }
    return undefined // nobody is signed in, or there is no server
  }
}
