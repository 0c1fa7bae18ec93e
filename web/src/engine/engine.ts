// The one engine of the page, started when it is first asked for.

import { startEngine, type Client } from './client'
import type { GameInfo } from './protocol'

let client: Client | undefined
let games: Promise<GameInfo[]> | undefined

export function engine(): Client {
  client ??= startEngine()
  return client
}

/** The games there are, asked for once. */
export function gameList(): Promise<GameInfo[]> {
  games ??= engine().ask('games', {})
  return games
}

/** What an error says to people. */
export const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error)
