import { expect, it } from 'vitest'
import type { Player } from '../generated/live'
import { isReportable } from './reports'

it.each<[string, Partial<Player>, boolean]>([
  ['ann', {}, true],
  ['ann-3', {}, true],
  ['chess-club', {}, true],
  ['amazons-9', {}, true],
  ['guest-4f7k', { kind: 'guest' }, true],
  ['amazons-3', { kind: 'bot' }, false],
  ['Zoë', { kind: 'guest', class: 'c' }, false],
])('says whether %s can be reported', (name, more, want) => {
  expect(isReportable({ id: 'x', name, kind: 'person', ...more })).toBe(want)
})
