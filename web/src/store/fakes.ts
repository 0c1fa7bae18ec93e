// For tests: databases in memory, which can be full, missing, or closed by the browser.

type Item = { id: string }

/** What is stored, by name of the database and of the shelf. */
const disks = new Map<string, Map<string, Map<string, Item>>>()

export const disk = {
  full: false,
  missing: false,
  /** Whether the browser has closed the databases opened so far. */
  closed: false,
  clear: () => disks.clear(),
  names: () => [...disks.keys()],
}

const shelfOf = (database: string, shelf: string) => {
  const shelves = disks.get(database) ?? new Map<string, Map<string, Item>>()
  const items = shelves.get(shelf) ?? new Map<string, Item>()
  disks.set(database, shelves.set(shelf, items))
  return items
}

/** Replaces the package idb. */
export const idb = {
  openDB(name: string) {
    if (disk.missing) {
      return Promise.reject(new DOMException('no databases here', 'SecurityError'))
    }
    disk.closed = false
    const here = (shelf: string) => {
      if (disk.closed) {
        throw new DOMException('The database connection is closing.', 'InvalidStateError')
      }
      return shelfOf(name, shelf)
    }
    const put = (shelf: string, item: Item) => {
      if (disk.full) {
        throw new DOMException('no room', 'QuotaExceededError')
      }
      here(shelf).set(item.id, item)
    }
    return Promise.resolve({
      transaction: (shelf: string) => ({
        store: { get: (id: string) => here(shelf).get(id), put: (item: Item) => put(shelf, item) },
        commit: () => undefined,
        done: undefined,
      }),
      get: (shelf: string, id: string) => here(shelf).get(id),
      getAll: (shelf: string) => [...here(shelf).values()],
      delete: (shelf: string, id: string) => here(shelf).delete(id),
    })
  },
  deleteDB: (name: string) => Promise.resolve(disks.delete(name)),
}
