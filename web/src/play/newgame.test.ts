// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { lastChoices } from './newgame.svelte'

/** Stores a text as another tab does. */
function store(text: string) {
  localStorage.setItem('thera.newgame', text)
  dispatchEvent(new StorageEvent('storage', { key: 'thera.newgame' }))
}

beforeEach(() => lastChoices.remove(''))

const usual = { opponent: 'computer', level: 1, side: 0, clock: 'none', variants: {} }

it('begins with the usual choices', () => {
  expect(lastChoices.value).toEqual(usual)
})

it('remembers the last choices', () => {
  const chosen = {
    opponent: 'watch',
    level: 7,
    side: 'random',
    clock: '5',
    variants: { hermit: '8x8' },
  } as const
  lastChoices.change(() => chosen)
  store(localStorage.getItem('thera.newgame') ?? '')
  expect(lastChoices.value).toEqual(chosen)
})

it('takes what can be used of what is stored', () => {
  store('{"level": 99, "side": -1, "opponent": "people"}')
  expect(lastChoices.value).toEqual({ ...usual, opponent: 'people' })
  store('{')
  expect(lastChoices.value).toEqual(usual)
})
