import { expect, it } from 'vitest'
import { residentOf, shownName } from './opponents'

it('takes accounts named after a game and a level for house bots, and no others', () => {
  expect(residentOf('amazons-3')).toEqual({ game: 'amazons', level: 3 })
  for (const name of ['chess-1', 'amazons-9', 'constructor-1']) {
    expect(residentOf(name), name).toBeUndefined()
    expect(shownName(name)).toBe(name)
  }
})
