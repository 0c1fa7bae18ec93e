import { afterEach, expect, it, vi } from 'vitest'
import { newId } from './id'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('makes random UUIDs without what browsers have on secure pages only', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const ids = Array.from({ length: 200 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
})
