// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { parseRoute } from '../base/route.svelte'
import { readLink, writeLink, type Linked } from './link'

const cases: Linked[] = [
  { game: 'amazons', start: undefined, moves: [], at: undefined },
  { game: 'amazons', start: 'Q1q w', moves: ['a1-b1(a1)'], at: 0 },
  {
    game: 'santorini',
    start: '00000/00000/00000/00000/00000 -,- 1',
    moves: ['@a1,b2', '@c3,d4', 'a1-a2(a1)'],
    at: undefined,
  },
  {
    game: 'santorini',
    start: '00000/00000/00003/00000/00000 e3d1,a1b1 #1',
    moves: [],
    at: undefined,
  },
  {
    game: 'santorini',
    start: '00000/00100/00000/00020/00000 b2d4,b4d2,+,+ 2 athena^,pan,hermes,atlas',
    moves: ['d2-c3(c4)', '(b3)', 'b4-a4(b4D)'],
    at: 1,
  },
  {
    game: 'santorini',
    start: '00000/00100/00000/00020/00000 b2d4,b4d2,+,+ 2 athena^,pan,hermes,atlas',
    moves: ['d2-c3(c4)', '(b3)', 'b4-a4(b4D)'],
    at: 1,
  },
  { game: 'hermit', start: undefined, moves: ['Ya3'], at: undefined, review: true, own: 1 },
  { game: 'hermit', start: 'RRB./..YR/BB.R/.RYY 1', moves: ['Ya3', 'Ya3-b3'], at: 2 },
]

it.each(cases)('brings back $game from $start', (linked) => {
  const link = writeLink(linked)
  expect(link).not.toContain(' ')
  expect(readLink(parseRoute(link).params)).toEqual(linked)
})

it('stays readable', () => {
  const link = writeLink({ game: 'amazons', start: 'Q1q w', moves: ['a1-b1(a1)'], at: undefined })
  expect(link).toBe('#/analysis?game=amazons&start=Q1q_w&moves=a1-b1(a1)')
})

it('refuses what it does not know', () => {
  expect(readLink(new URLSearchParams('game=chess'))).toBeUndefined()
  expect(readLink(new URLSearchParams(''))).toBeUndefined()
  expect(readLink(new URLSearchParams('game=hermit&at=-1'))?.at).toBeUndefined()
  expect(readLink(new URLSearchParams('game=hermit&at=x'))?.at).toBeUndefined()
  expect(readLink(new URLSearchParams('game=hermit&own=2'))?.own).toBeUndefined()
})

it('reads addresses of pages', () => {
  expect(parseRoute('#/learn/hermit')).toMatchObject({ page: 'learn', name: 'hermit' })
  expect(parseRoute('')).toMatchObject({ page: '', name: '' })
  expect(parseRoute('#/game/%E0%A4%A')).toMatchObject({ page: 'game', name: '%E0%A4%A' })
})
