// What is stored in the browser's databases, one for each account and one for everyone without one,
// with a shelf for each kind.

import { deleteDB, openDB, type IDBPDatabase } from 'idb'
import * as v from 'valibot'
import { account, nameFor } from './stored.svelte'
import { noteKept } from './unkept.svelte'

const shelves = ['games', 'analyses', 'results', 'studies', 'mistakes'] as const

export interface Item {
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

/** By owner. */
const databases = new Map<string, Promise<IDBPDatabase>>()

function open(owner: string): Promise<IDBPDatabase> {
  const known = databases.get(owner)
  if (known) {
    return known
  }
  const opened = openDB(nameFor('thera', owner), 5, {
    upgrade(db) {
      for (const name of shelves) {
        if (!db.objectStoreNames.contains(name)) {
          db.createObjectStore(name, { keyPath: 'id' })
        }
      }
    },
    blocking: (_, __, event) => {
      ;(event.target as IDBDatabase).close() // a newer version of the page wants to upgrade it
      databases.delete(owner)
    },
    terminated: () => databases.delete(owner),
  })
  databases.set(owner, opened)
  opened.catch(() => databases.delete(owner))
  return opened
}

/** Works with a database. Browsers close one at will, so it may have to be opened again. */
async function use<R>(owner: string, work: (db: IDBPDatabase) => Promise<R>): Promise<R> {
  try {
    return await work(await open(owner))
  } catch (error) {
    if ((error as Error).name !== 'InvalidStateError') {
      throw error
    }
    databases.delete(owner)
    return work(await open(owner))
  }
}

/** Deletes all that an account has on the shelves; other tabs close the database by themselves. */
export const removeDatabase = (owner: string) => deleteDB(nameFor('thera', owner))

interface Options<T> {
  /**
   * Combines what is stored with what is to be stored, so that tabs, backups and devices only add to
   * each other; by default, the latter replaces the former.
   */
  join?: (stored: T, item: T) => T
}

/** Things of one kind. What can't be stored lasts as long as the page. */
export class Shelf<T extends Item> {
  #name: (typeof shelves)[number]
  #schema: v.GenericSchema<unknown, T>
  #join: Options<T>['join']
  /** By owner, what is not stored, or not yet; it is newer than the stored version. */
  #memory = new Map<string, Map<string, T>>()
  /** Whose an item is that this page has shown. The user may have changed since. */
  #owners = new Map<string, string>()

  /** Stored data may be old or broken: whatever the schema rejects counts as missing. */
  constructor(
    name: (typeof shelves)[number],
    schema: v.GenericSchema<unknown, T>,
    { join }: Options<T> = {},
  ) {
    this.#name = name
    this.#schema = schema
    this.#join = join
  }

  /** Stores an item for the account it was read from, or else for the user. Returns whether it could be. */
  async keep(item: T, owner = this.#ownerOf(item.id)): Promise<boolean> {
    askToStay()
    this.#owners.set(item.id, owner)
    const memory = this.#unkept(owner)
    memory.set(item.id, this.joined(memory.get(item.id), JSON.parse(JSON.stringify(item)) as T))
    // Also what could not be stored before.
    await Promise.all([...memory.values()].map((waiting) => this.#store(waiting, owner)))
    return !memory.has(item.id)
  }

  async #store(item: T, owner: string) {
    const memory = this.#unkept(owner)
    const name = `${this.#name}/${nameFor(item.id, owner)}`
    try {
      await use(owner, (db) => this.#put(db, item))
      if (memory.get(item.id) === item) {
        memory.delete(item.id)
      }
      this.#tell(item.id)
      noteKept(name, true)
    } catch {
      noteKept(name, false)
    }
  }

  async #put(db: IDBPDatabase, item: T) {
    const change = db.transaction(this.#name, 'readwrite')
    let joined = item
    if (this.#join) {
      const stored = v.safeParse(this.#schema, await change.store.get(item.id))
      joined = this.joined(stored.success ? stored.output : undefined, item)
    }
    const put = change.store.put(joined)
    // At once, so that it is stored even if the page is left now.
    change.commit()
    await Promise.all([put, change.done])
  }

  /** What becomes of an item if another version of it is stored. */
  joined = (stored: T | undefined, item: T): T =>
    stored && this.#join ? this.#join(stored, item) : item

  /** Whether storing an item would change or replace an older version of it. */
  isNews = (stored: T | undefined, item: T): boolean =>
    !stored ||
    (this.#join
      ? JSON.stringify(this.#join(stored, item)) !== JSON.stringify(stored)
      : stored.updated < item.updated)

  async find(id: string): Promise<T | undefined> {
    const owner = account()
    try {
      const stored: unknown = await use(owner, (db) => db.get(this.#name, id))
      return this.#read([this.#unkept(owner).get(id) ?? stored], owner)[0]
    } catch {
      return this.#unkept(owner).get(id) // as if nothing were stored
    }
  }

  /** Checks an item from elsewhere against the schema. */
  check(item: unknown) {
    return v.safeParse(this.#schema, item)
  }

  /** All items, the last changed first. */
  async all(owner = account()): Promise<T[]> {
    const stored = await this.raw(owner).catch(() => [...this.#unkept(owner).values()])
    return this.#read(stored, owner).sort((a, b) => b.updated - a.updated)
  }

  /** All items, also those that the schema rejects. Rejects if there are items that can't be read. */
  async raw(owner = account()): Promise<unknown[]> {
    const isThere = await open(owner).then(
      () => true,
      () => false,
    )
    const stored = isThere ? await use(owner, (db) => db.getAll(this.#name)) : []
    const memory = this.#unkept(owner)
    return [...(stored as Item[]).filter(({ id }) => !memory.has(id)), ...memory.values()]
  }

  async remove(id: string, owner = this.#ownerOf(id)): Promise<void> {
    this.#unkept(owner).delete(id)
    noteKept(`${this.#name}/${nameFor(id, owner)}`, true)
    try {
      await use(owner, (db) => db.delete(this.#name, id))
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

  #ownerOf(id: string): string {
    return this.#owners.get(id) ?? account()
  }

  #unkept(owner: string): Map<string, T> {
    const memory = this.#memory.get(owner) ?? new Map<string, T>()
    this.#memory.set(owner, memory)
    return memory
  }

  #read(stored: unknown[], owner: string): T[] {
    return stored.flatMap((item) => {
      const read = v.safeParse(this.#schema, item)
      if (!read.success) {
        return []
      }
      this.#owners.set(read.output.id, owner)
      return [read.output]
    })
  }
}
