// The one engine of the page, started when it is first asked for.

import { startEngine, type Client } from './client'
import type { GameInfo } from './protocol'

let client: Client | undefined
let games: Promise<GameInfo[]> | undefined
let heard: (part: number) => void = () => {}

/** Has somebody told what part of the engine has come, 0 to 1, while it is loaded. */
export function onLoading(told: (part: number) => void) {
  heard = told
}

export function engine(): Client {
  client ??= startEngine((part) => heard(part))
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
