// The games that are kept in the browser, in IndexedDB.

import type { GameName } from '../engine/protocol'

export type PlayerKind = 'person' | 'computer'

export interface Player {
  kind: PlayerKind
  /** Of the computer, 1 to 8. */
  level: number
}

export interface Result {
  winners: number[]
  /** resignation, time, or how the rules ended it: stuck, climb, last. */
  reason: string
}

export interface ClockRule {
  /** Milliseconds at the start and for each turn. */
  start: number
  increment: number
}

/** A game as it is kept. */
export interface Kept {
  version: 1
  id: string
  created: number
  updated: number
  game: GameName
  variant: string
  start: string
  moves: string[]
  players: Player[]
  result?: Result
  clock?: ClockRule
  /** Milliseconds left to each seat. */
  left?: number[]
  flipped: boolean
}

/** Whether a value is a game that can be shown; what is stored may be old or broken. */
export function isKept(value: unknown): value is Kept {
  const kept = value as Partial<Kept> | undefined
  return (
    kept?.version === 1 &&
    typeof kept.id === 'string' &&
    typeof kept.start === 'string' &&
    typeof kept.updated === 'number' &&
    (kept.game === 'amazons' || kept.game === 'santorini' || kept.game === 'hermit') &&
    Array.isArray(kept.moves) &&
    kept.moves.every((m) => typeof m === 'string') &&
    Array.isArray(kept.players) &&
    kept.players.length >= 2 &&
    kept.players.every((p) => p?.kind === 'person' || p?.kind === 'computer') &&
    (kept.result === undefined ||
      (Array.isArray(kept.result?.winners) && typeof kept.result.reason === 'string')) &&
    (kept.left === undefined || (Array.isArray(kept.left) && kept.clock !== undefined))
  )
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('storage failed'))
  })

let database: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('thera', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('games', { keyPath: 'id' })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('storage failed'))
  })
  return database
}

const games = async (mode: IDBTransactionMode) =>
  (await open()).transaction('games', mode).objectStore('games')

/** Keeps a game. Where nothing can be stored, it lasts as long as the page. */
export async function keep(game: Kept): Promise<void> {
  try {
    await done((await games('readwrite')).put(JSON.parse(JSON.stringify(game))))
  } catch {
    memory.set(game.id, game)
  }
}

const memory = new Map<string, Kept>()

/** Returns the game of that name, undefined if there is none that can be read. */
export async function find(id: string): Promise<Kept | undefined> {
  try {
    const stored: unknown = await done((await games('readonly')).get(id))
    return isKept(stored) ? stored : memory.get(id)
  } catch {
    return memory.get(id)
  }
}

/** Returns all games, the last one played first. */
export async function all(): Promise<Kept[]> {
  let stored: unknown[] = []
  try {
    stored = await done((await games('readonly')).getAll())
  } catch {
    // as if there were none
  }
  return [...stored.filter(isKept), ...memory.values()].sort((a, b) => b.updated - a.updated)
}

export async function remove(id: string): Promise<void> {
  memory.delete(id)
  try {
    await done((await games('readwrite')).delete(id))
  } catch {
    // then there is nothing to delete
  }
}
