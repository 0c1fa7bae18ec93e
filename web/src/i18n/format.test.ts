// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { variantName } from '.'
import { capitalized, clockTime, countdown, dotted, duration, labeled, locale } from './format'
import { speak } from './topic.svelte'

afterEach(() => speak('en'))

it('speaks as where the user is, unless that is written differently', async () => {
  const languages = vi.spyOn(navigator, 'languages', 'get')
  languages.mockReturnValue(['fr-CA', 'en-GB', 'zh-TW', 'zh-SG'])
  expect(locale()).toBe('en-GB')
  await speak('zh')
  expect(locale()).toBe('zh-SG')
  languages.mockReturnValue(['zh-HK'])
  expect(locale()).toBe('zh')
  languages.mockRestore()
})

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

const day = 86_400_000

it('shows the time left as a clock does', async () => {
  expect([0, 9_990, 10_000, 179_999, 3_600_000].map(clockTime)).toEqual([
    '0:00.0',
    '0:09.9',
    '0:10',
    '2:59',
    '1:00:00',
  ])
  expect(clockTime(day + 3_720_000)).toBe('1d 01:02')
  expect([0, 1, 8_001, 65_000, 3_665_000, -5].map(countdown)).toEqual([
    '0:00',
    '0:01',
    '0:09',
    '1:05',
    '1:01:05',
    '0:00',
  ])
  await speak('de')
  expect([clockTime(9_990), countdown(3 * day)]).toEqual(['0:09,9', '3 T 00:00'])
  await speak('fr')
  expect(clockTime(3 * day)).toBe('3j 00:00')
})

it('keeps the size of a board on one line', () => {
  expect(variantName('10x10')).toBe('10\u00a0×\u00a010')
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
