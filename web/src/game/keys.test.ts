// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { settings } from '../store/settings.svelte'
import { boardKeys } from './keys'

const step = vi.fn()
const flip = vi.fn()
const next = vi.fn()
const keyed = boardKeys({ step, back: vi.fn(), flip, more: { n: next } })
const press = (key: string, modifiers: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }),
  )

beforeEach(() => {
  addEventListener('keydown', keyed)
})
afterEach(() => {
  removeEventListener('keydown', keyed)
  settings.letters = true
  vi.clearAllMocks()
})

it('takes the arrows, but not those with a modifier', () => {
  expect(press('ArrowLeft')).toBe(false)
  expect(step).toHaveBeenLastCalledWith('previous')
  expect(press('ArrowLeft', { altKey: true })).toBe(true)
  expect(press('ArrowLeft', { metaKey: true })).toBe(true)
  expect(step).toHaveBeenCalledTimes(1)
})

it('takes letters unless they are turned off', () => {
  press('f')
  press('n')
  settings.letters = false
  press('f')
  press('n')
  press('ArrowRight')
  expect([flip, next, step].map((call) => call.mock.calls.length)).toEqual([1, 1, 1])
})
