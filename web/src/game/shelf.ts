// What is stored in the browser's database, with one shelf for each kind.

import { openDB, type IDBPDatabase } from 'idb'
import * as v from 'valibot'
import { noteKept } from './unkept.svelte'

const shelves = ['games', 'analyses', 'results', 'studies'] as const

interface Item {
  id: string
  updated: number
}

/** Tells the other tabs what has changed. */
const news = new BroadcastChannel('thera shelves')

let asked = false

/** Asks the browser, once, not to evict the stored data when it runs out of space. */
function askToStay() {
  if (!asked) {
    asked = true
    // Missing on insecure connections.
    const storage = navigator.storage as StorageManager | undefined
    storage?.persist().catch(() => false)
  }
}

interface News {
  shelf: (typeof shelves)[number]
  id: string
}

let database: Promise<IDBPDatabase> | undefined

const open = () =>
  (database ??= openDB('thera', 4, {
    upgrade(db) {
      for (const name of shelves) {
        if (!db.objectStoreNames.contains(name)) {
          db.createObjectStore(name, { keyPath: 'id' })
        }
      }
    },
    blocking: (_, __, event) => {
      ;(event.target as IDBDatabase).close() // a newer version of the page wants to upgrade it
      database = undefined
    },
  }))

/** Things of one kind. What can't be stored lasts as long as the page. */
export class Shelf<T extends Item> {
  #name: (typeof shelves)[number]
  #schema: v.GenericSchema<unknown, T>
  /** What could not be stored; it is newer than the stored version. */
  #memory = new Map<string, T>()

  /** Stored data may be old or broken: whatever the schema rejects counts as missing. */
  constructor(name: (typeof shelves)[number], schema: v.GenericSchema<unknown, T>) {
    this.#name = name
    this.#schema = schema
  }

  async keep(item: T): Promise<void> {
    askToStay()
    const plain = JSON.parse(JSON.stringify(item)) as T
    try {
      await (await open()).put(this.#name, plain)
      this.#memory.delete(item.id)
      this.#tell(item.id)
      noteKept(true)
    } catch {
      this.#memory.set(item.id, plain)
      noteKept(false)
    }
  }

  async find(id: string): Promise<T | undefined> {
    const unkept = this.#memory.get(id)
    if (unkept) {
      return unkept
    }
    try {
      return this.#read([await (await open()).get(this.#name, id)])[0]
    } catch {
      return undefined // as if it were missing
    }
  }

  /** Checks an item from elsewhere against the schema. */
  check(item: unknown) {
    return v.safeParse(this.#schema, item)
  }

  /** All items, the last changed first. */
  async all(): Promise<T[]> {
    let stored: unknown[] = []
    try {
      stored = await (await open()).getAll(this.#name)
    } catch {
      // as if there were none
    }
    const kept = this.#read(stored).filter(({ id }) => !this.#memory.has(id))
    return [...kept, ...this.#memory.values()].sort((a, b) => b.updated - a.updated)
  }

  async remove(id: string): Promise<void> {
    this.#memory.delete(id)
    try {
      await (await open()).delete(this.#name, id)
      this.#tell(id)
    } catch {
      // then there is nothing to delete
    }
  }

  /** Calls when another tab stores or removes something, until the returned function is called. */
  heed(changed: (id: string) => void): () => void {
    const hear = ({ data }: MessageEvent<News>) => {
      if (data.shelf === this.#name) {
        changed(data.id)
      }
    }
    news.addEventListener('message', hear)
    return () => news.removeEventListener('message', hear)
  }

  #tell(id: string) {
    news.postMessage({ shelf: this.#name, id } satisfies News)
  }

  #read(stored: unknown[]): T[] {
    return stored.flatMap((item) => {
      const read = v.safeParse(this.#schema, item)
      return read.success ? [read.output] : []
    })
  }
}
