import { expect, it } from 'vitest'
import { placeLabels, places } from './places'

it('lets equal rows share a place', () => {
  expect(places([9, 7, 7, 5, 5, 5, 1])).toEqual([1, 2, 2, 4, 4, 4, 7])
})

it('tells rows apart that share a place', () => {
  expect(placeLabels([9, 7, 7, 5, 1])).toEqual(['1', '2.1', '2.2', '4', '5'])
})
