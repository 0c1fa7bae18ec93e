// The page's single engine, started when first needed.

import { named, say, t } from '../i18n'
import { EngineError, startEngine, type Client } from './client'
import type { GameInfo } from './protocol'

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

type Fault = string | ((of: { detail: string; input: string; want: string }) => string)

/** An error as the page words it, or as it comes where the page has no words for it. */
export function messageOf(error: unknown): string {
  const fault = error instanceof EngineError ? error.fault : undefined
  if (error instanceof EngineError && fault) {
    const { code, input = '', want = 'none' } = fault
    const words = named<Fault>(t().faults, code)
    return words === undefined ? error.message : say(words, { detail: error.message, input, want })
  }
  return error instanceof Error ? error.message : String(error)
}
