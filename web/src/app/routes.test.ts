// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { parseRoute } from '../base/route.svelte'
import { pageOf, sections } from './routes'

const found = (hash: string) => pageOf(parseRoute(hash))

describe('the table of pages', () => {
  it('has those in the navigation', () => {
    for (const { section, text } of sections()) {
      expect(found(`#/${section}`)?.section).toBe(section)
      expect(text).not.toBe('')
    }
  })

  it.each([
    ['#/game/kj2h3g4', ''],
    ['#/learn/hermit?lesson=first', 'learn'],
    ['#/puzzles/amazons?id=daily', 'puzzles'],
    ['#/leaders/santorini-slow', undefined],
    ['#/player/Ann', undefined],
    ['#/contest/abc', undefined],
    ['#/ladder/hermit', undefined],
    ['#/class', undefined],
    ['#/study/x', 'analysis'],
    ['#/analysis?game=hermit&moves=Ra1', 'analysis'],
  ])('has %s', (hash, section) => {
    const page = found(hash)
    expect(page).toBeDefined()
    expect(page?.section).toBe(section)
  })

  it.each([
    '#/nowhere',
    '#/constructor',
    '#/game',
    '#/watch/more',
    '#/learn/chess',
    '#/learn/hermit/more',
    '#/puzzles/chess',
    '#/ladder/chess',
    '#/leaders/hermit-quick',
    '#/analysis?game=chess',
  ])('has no page for %s', (hash) => {
    expect(found(hash)).toBeUndefined()
  })

  it('has titles of its own for all pages but those of a game or a study, and home', () => {
    const titles = ['challenge/x', 'draft/x', 'watch', 'analysis', 'learn/hermit', 'exercises']
      .concat('puzzles', 'account', 'player/Ann', 'leaders', 'contests', 'contest/x', 'ladder')
      .concat('class', 'join/x', 'moderation', 'display')
      .map((address) => parseRoute(`#/${address}`))
      .map((route) => pageOf(route)?.title?.(route.name))
    expect(titles.filter((title) => title === undefined || title === '')).toEqual([])
    expect(titles).toContain('Hermit · Learn')
    expect(titles).toContain('Ann')
  })
})
