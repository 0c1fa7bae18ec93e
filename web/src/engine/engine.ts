// The page's single engine, started when first needed.

import type { GameInfo } from '../generated/protocol'
import { startEngine, type Client } from './client'

let client: Client | undefined
let games: Promise<GameInfo[]> | undefined
let heard: (part: number) => void = () => {}

let failed: (reason: Error) => void = () => {}

let completed = () => {}

/** Resolves when the whole engine has loaded. */
export const engineComplete = new Promise<void>((resolve) => (completed = resolve))

/** Sets who hears how much of the engine has loaded, from 0 to 1, while something waits for it. */
export function onLoading(told: (part: number) => void) {
  heard = told
}

/** Sets who hears that the engine cannot be loaded, whether or not anything is asked of it. */
export function onBroken(told: (reason: Error) => void) {
  failed = told
}

export function engine(): Client {
  client ??= startEngine(
    (part) => heard(part),
    () => completed(),
    (reason) => failed(reason),
  )
  return client
}

/** The available games, requested once. */
export function gameList(): Promise<GameInfo[]> {
  games ??= engine().ask('games', {})
  return games
}
