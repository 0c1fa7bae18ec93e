import { expect, it } from 'vitest'
import { absence, firstTurn, parseControl, speedOf } from './control'

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
