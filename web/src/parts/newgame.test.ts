import { beforeEach, expect, it } from 'vitest'
import { keepChoices, lastChoices } from './newgame.svelte'

beforeEach(() => localStorage.clear())

const usual = { opponent: 'computer', level: 1, side: 0, clock: 'none', variants: {} }

it('begins with the usual choices', () => {
  expect(lastChoices()).toEqual(usual)
})

it('remembers the last choices', () => {
  const chosen = {
    opponent: 'watch',
    level: 7,
    side: 'random',
    clock: '5',
    variants: { hermit: '8x8' },
  }
  keepChoices(chosen as ReturnType<typeof lastChoices>)
  expect(lastChoices()).toEqual(chosen)
})

it('takes what can be used of what is stored', () => {
  localStorage.setItem('thera.newgame', '{"level": 99, "side": -1, "opponent": "people"}')
  expect(lastChoices()).toEqual({ ...usual, opponent: 'people' })
  localStorage.setItem('thera.newgame', '{')
  expect(lastChoices()).toEqual(usual)
})
