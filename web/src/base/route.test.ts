// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { go, keptAnalysis, replace, route } from './route.svelte'

const told = () => new Promise((heard) => addEventListener('hashchange', heard, { once: true }))

test('the address is changed for what is shown', () => {
  const entries = history.length
  replace('#/analysis?game=amazons', { analysis: 'a' })
  expect(location.hash).toBe('#/analysis?game=amazons')
  expect(route().params.get('game')).toBe('amazons')
  expect(keptAnalysis()).toBe('a')
  expect(history.length).toBe(entries)
})

test('who has gone on is not taken back by what was shown before', async () => {
  const heard = told()
  go('#/analysis?game=santorini')
  replace('#/analysis?game=amazons&moves=a1', {})
  await heard
  expect(location.hash).toBe('#/analysis?game=santorini')
  expect(route().params.get('game')).toBe('santorini')
})

test('the page keeps working when the browser allows no more changes of the address', () => {
  const refused = vi.spyOn(history, 'replaceState').mockImplementation(() => {
    throw new DOMException('more than 100 times per 30 seconds', 'SecurityError')
  })
  replace('#/analysis?game=hermit', {})
  refused.mockRestore()
  expect(route().params.get('game')).toBe('santorini')
  replace('#/analysis?game=hermit', {})
  expect(route().params.get('game')).toBe('hermit')
})
