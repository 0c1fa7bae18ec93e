import { expect, it } from 'vitest'
import { absence, firstTurn, parseControl, speedOf, timeText } from './control'

it.each([
  ['5+3', 'fast', 30_000, 60_000],
  ['5+5', 'slow', 60_000, 120_000],
  ['0.25+0', 'fast', 30_000, 60_000],
  ['3d', 'correspondence', 259_200_000, 0],
  ['none', 'unlimited', 0, 0],
] as const)('reads %s', (text, speed, first, gone) => {
  const control = parseControl(text)
  expect([speedOf(control), firstTurn(control), absence(control)]).toEqual([speed, first, gone])
})

it.each([
  [0, '0:00.0'],
  [9_990, '0:09.9'],
  [10_000, '0:10'],
  [179_999, '2:59'],
  [3_600_000, '1:00:00'],
  [86_400_000 + 3_720_000, '1d 01:02'],
])('shows %d ms as %s', (left, text) => {
  expect(timeText(left)).toBe(text)
})
