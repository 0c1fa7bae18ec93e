// @vitest-environment jsdom
import * as v from 'valibot'
import { beforeEach, expect, it, vi } from 'vitest'
import { disk } from './fakes'
import { Shelf } from './shelf'
import { setAccount } from './stored.svelte'
import { isUnkept } from './unkept.svelte'

vi.mock('idb', async () => (await import('./fakes')).idb)

const item = v.object({ id: v.string(), updated: v.number(), text: v.string() })
const of = (id: string, text: string, updated = 1) => ({ id, updated, text })

let shelf: Shelf<v.InferOutput<typeof item>>

beforeEach(() => {
  disk.clear()
  disk.full = disk.missing = false
  localStorage.clear()
  setAccount('')
  shelf = new Shelf('studies', item)
})

it('keeps in memory what could not be stored, says so, and stores it with the next thing', async () => {
  await shelf.keep(of('a', 'old'))
  expect(isUnkept()).toBe(false)

  disk.full = true
  expect(await shelf.keep(of('a', 'fresh', 2))).toBe(false)
  expect(isUnkept()).toBe(true)
  expect(await shelf.find('a')).toEqual(of('a', 'fresh', 2))
  expect(await shelf.all()).toEqual([of('a', 'fresh', 2)])
  expect(await new Shelf('studies', item).all()).toEqual([of('a', 'old')])

  disk.full = false
  expect(await shelf.keep(of('b', 'another', 3))).toBe(true)
  expect(isUnkept()).toBe(false)
  expect(await new Shelf('studies', item).find('a')).toEqual(of('a', 'fresh', 2))
})

it('opens the database again after the browser has closed it', async () => {
  await shelf.keep(of('a', 'before'))
  disk.closed = true
  expect(await shelf.find('a')).toEqual(of('a', 'before'))
  disk.closed = true
  expect(await shelf.keep(of('b', 'after'))).toBe(true)
  expect(await new Shelf('studies', item).all()).toHaveLength(2)
})

it('tries again after the database could not be opened', async () => {
  setAccount('eve')
  disk.missing = true
  expect(await shelf.keep(of('a', 'text'))).toBe(false)
  expect(await shelf.all()).toEqual([of('a', 'text')])
  disk.missing = false
  expect(await shelf.keep(of('b', 'text'))).toBe(true)
  expect(await new Shelf('studies', item).all()).toHaveLength(2)
})

it('shows an account its own things only', async () => {
  await shelf.keep(of('g', 'of a guest'))
  setAccount('ann')
  expect(await shelf.all()).toEqual([])
  expect(await shelf.find('g')).toBeUndefined()
  await shelf.keep(of('a', 'of Ann'))
  setAccount('bob')
  expect(await shelf.all()).toEqual([])
  setAccount('')
  expect(await shelf.all()).toEqual([of('g', 'of a guest')])
})

it('keeps for Ann what her open page stores after she has left', async () => {
  setAccount('ann')
  await shelf.keep(of('a', 'of Ann'))
  setAccount('bob')
  await shelf.keep(of('a', 'later', 2))
  expect(await shelf.all()).toEqual([])
  setAccount('ann')
  expect(await shelf.all()).toEqual([of('a', 'later', 2)])
})

it('merges what several tabs store under one key, if it knows how to', async () => {
  type Text = v.InferOutput<typeof item>
  const join = (stored: Text, other: Text) => ({ ...other, text: stored.text + other.text })
  const [one, other] = [1, 2].map(() => new Shelf('mistakes', item, { join })) as [
    Shelf<Text>,
    Shelf<Text>,
  ]
  await one.keep(of('a', 'x'))
  await other.keep(of('a', 'y'))
  expect(await one.find('a')).toEqual(of('a', 'xy'))
  disk.full = true
  await one.keep(of('a', 'z'))
  expect(await one.find('a')).toEqual(of('a', 'z'))
  disk.full = false
  await one.keep(of('b', ''))
  expect(await other.find('a')).toEqual(of('a', 'xyz'))
})
