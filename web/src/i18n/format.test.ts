// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { capitalized, dotted, duration, labeled } from './format'
import { speak } from './topic.svelte'

afterEach(() => speak('en'))

it('gives times in the largest unit that fits', async () => {
  expect([30, 90, 3600, 43_200, 259_200].map(duration)).toEqual([
    '30 seconds',
    '90 seconds',
    '1 hour',
    '12 hours',
    '3 days',
  ])
  await speak('de')
  expect(duration(43_200)).toBe('12 Stunden')
})

it('puts labels and facts together as the language does', async () => {
  expect(labeled('Board', 'Sea')).toBe('Board: Sea')
  expect(dotted(['Swiss', '', 'Casual'])).toBe('Swiss\u00a0· Casual')
  expect(capitalized('all')).toBe('All')
  await speak('fr')
  expect(labeled('Plateau', 'Mer')).toBe('Plateau\u00a0: Mer')
  expect(capitalized('élimination')).toBe('Élimination')
  await speak('zh')
  expect(labeled('棋盘', '海')).toBe('棋盘：海')
})
