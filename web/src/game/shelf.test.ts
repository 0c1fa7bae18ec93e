import * as v from 'valibot'
import { expect, it, vi } from 'vitest'
import { Shelf } from './shelf'
import { isUnkept } from './unkept.svelte'

/** A database that can pretend to be full. */
const disk = vi.hoisted(() => ({ full: false, items: new Map<string, { id: string }>() }))
vi.mock('idb', () => ({
  openDB: () =>
    Promise.resolve({
      put: (_: string, item: { id: string }) => {
        if (disk.full) {
          throw new DOMException('no room', 'QuotaExceededError')
        }
        disk.items.set(item.id, item)
      },
      get: (_: string, id: string) => disk.items.get(id),
      getAll: () => [...disk.items.values()],
    }),
}))

it('goes on with what could not be stored, and says so', async () => {
  const item = v.object({ id: v.string(), updated: v.number(), text: v.string() })
  const shelf = new Shelf('studies', item)
  const old = { id: 'a', updated: 1, text: 'old' }
  await shelf.keep(old)
  expect(isUnkept()).toBe(false)

  disk.full = true
  const fresh = { id: 'a', updated: 2, text: 'fresh' }
  await shelf.keep(fresh)
  expect(isUnkept()).toBe(true)
  expect(await shelf.find('a')).toEqual(fresh)
  expect(await shelf.all()).toEqual([fresh])

  disk.full = false
  const last = { id: 'a', updated: 3, text: 'last' }
  await shelf.keep(last)
  expect(isUnkept()).toBe(false)
  expect(await shelf.all()).toEqual([last])
  expect(disk.items.get('a')).toEqual(last)
})
