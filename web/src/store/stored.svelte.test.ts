// @vitest-environment jsdom
import { flushSync } from 'svelte'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isUndivided, setAccount, Stored } from './stored.svelte'
import { isUnkept } from './unkept.svelte'

const numbers = v.fallback(v.array(v.number()), [])
const inserted = (n: number) => (all: number[]) => [...all, n]

/** Stores what another tab has stored. */
function elsewhere(key: string, text: string) {
  localStorage.setItem(key, text)
  dispatchEvent(new StorageEvent('storage', { key }))
}

let list: Stored<number[]>

beforeEach(() => {
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  list = new Stored('list', numbers)
})
afterEach(() => vi.restoreAllMocks())

it('keeps what another tab has stored meanwhile, told of it or not', () => {
  list.change(inserted(1))
  localStorage.setItem('thera.list', '[1,2]')
  list.change(inserted(3))
  expect(list.value).toEqual([1, 2, 3])
  elsewhere('thera.list', '[1,2,3,4]')
  expect(list.value).toEqual([1, 2, 3, 4])
})

it('takes broken text for nothing', () => {
  for (const text of ['', '{', 'null', '7', '{"a":1}']) {
    elsewhere('thera.list', text)
    expect(list.value).toEqual([])
  }
})

it('shows an account its own value, and what belongs to the browser to everyone', () => {
  const theme = new Stored('theme', v.fallback(v.string(), 'auto'), { shared: true })
  list.change(inserted(1))
  setAccount('ann')
  expect(list.value).toEqual([])
  list.change(inserted(2))
  theme.change(() => 'dark')
  setAccount('bob')
  expect(list.value).toEqual([])
  expect(theme.value).toBe('dark')
  setAccount('ann')
  expect(list.value).toEqual([2])
  expect(localStorage.getItem('thera.list')).toBe('[1]')
})

it('follows another tab that signs out', () => {
  setAccount('ann')
  list.change(inserted(1))
  elsewhere('thera.account', '""')
  expect(list.value).toEqual([])
})

it('says when the browser is full, and loses neither this nor what another tab stores', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  expect(list.change(inserted(1))).toBe(false)
  expect(list.change(inserted(2))).toBe(false)
  expect(list.value).toEqual([1, 2])
  expect(isUnkept()).toBe(true)
  full.mockRestore()
  elsewhere('thera.list', '[7]')
  expect(list.value).toEqual([7, 1, 2])
  expect(list.change(inserted(3))).toBe(true)
  expect(localStorage.getItem('thera.list')).toBe('[7,1,2,3]')
  expect(isUnkept()).toBe(false)
})

it('works where storage is forbidden', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  list.change(inserted(1))
  list.change(inserted(2))
  expect(list.value).toEqual([1, 2])
})

it('knows whether the server has ever said who uses the browser', () => {
  expect(isUndivided()).toBe(true)
  setAccount('')
  expect(isUndivided()).toBe(false)
})

it('can be changed in an effect, and followed in another', () => {
  let runs = 0
  let seen: number[] = []
  const stop = $effect.root(() => {
    $effect(() => {
      runs++
      list.change(inserted(1))
    })
    $effect(() => {
      seen = list.value
    })
  })
  flushSync()
  list.change(inserted(2))
  flushSync()
  expect(runs).toBe(1)
  expect(seen).toEqual([1, 2])
  stop()
})
