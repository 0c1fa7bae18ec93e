import { expect, it } from 'vitest'
import { marksOf, partsOf, splitMove } from './movetext'

const none = { walks: [], before: [], after: [], placed: [], dome: false }

it.each([
  ['d1-d7(g7)', { walks: [['d1', 'd7']], after: ['g7'] }],
  ['c3-c4', { walks: [['c3', 'c4']] }],
  ['@b2,d4', { placed: ['b2', 'd4'] }],
  ['Ya3-b3', { placed: ['a3', 'b3'] }],
  ['Rj10', { placed: ['j10'] }],
  ['c3-c4-d5(d4)', { walks: [['c3', 'c4', 'd5']], after: ['d4'] }],
  ['c3-c4(d4D)', { walks: [['c3', 'c4']], after: ['d4'], dome: true }],
  ['c3-c4(d4,e5)', { walks: [['c3', 'c4']], after: ['d4', 'e5'] }],
  ['(b3)c3-c4(d4)', { walks: [['c3', 'c4']], before: ['b3'], after: ['d4'] }],
  [
    'b2-a1,c3-c5(d4)',
    {
      walks: [
        ['b2', 'a1'],
        ['c3', 'c5'],
      ],
      after: ['d4'],
    },
  ],
  ['(d4)', { after: ['d4'] }],
])('reads %s', (move, parts) => {
  expect(partsOf(move)).toEqual({ ...none, ...parts })
})

it('tells where pieces are from what is put down', () => {
  expect(marksOf('(b3)c3-c4(d4)').map(({ square, put }) => square + (put ? '+' : ''))).toEqual([
    'c3',
    'c4',
    'b3+',
    'd4+',
  ])
})

it('splits a move before what is put down at its end', () => {
  expect(splitMove('(b3)c3-c4(d4)')).toEqual(['(b3)c3-c4', '(d4)'])
  expect(splitMove('(d4)')).toEqual(['(d4)', ''])
  expect(splitMove('Ya3')).toEqual(['Ya3', ''])
})
