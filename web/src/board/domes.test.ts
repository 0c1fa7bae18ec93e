import { expect, it } from 'vitest'
import { lowDomes } from './domes'

const after = (...heights: string[]) => lowDomes(heights.map((h) => `${h} b2d4,b4d2 1 atlas,pan`))

it('knows the levels under a dome from the position before it', () => {
  const domes = after(
    '00000/00200/00000/00000/00003',
    '00000/00200/00000/00000/40003',
    '00000/00400/00000/00000/40003',
    '00000/00400/00000/00000/40004',
  )
  expect([...domes]).toEqual([
    ['a1', 0],
    ['c4', 2],
  ])
})

it('knows nothing of domes that were there before', () => {
  expect([...after('00000/00400/00000/00000/00000')]).toEqual([])
  expect([...after('00000/00400/00000/00000/00000', '00000/00400/00000/01000/00000')]).toEqual([])
})
