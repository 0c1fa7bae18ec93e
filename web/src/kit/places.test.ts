import { expect, it } from 'vitest'
import { places } from './places'

it('lets equal rows share a place', () => {
  expect(places([9, 7, 7, 5, 5, 5, 1])).toEqual([1, 2, 2, 4, 4, 4, 7])
})
