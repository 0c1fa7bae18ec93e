import { expect, test } from 'vitest'
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
