import { expect, it } from 'vitest'
import { readWanted } from './wanted'

const read = (query: string) => readWanted(new URLSearchParams(query))

it('reads what is to be shown', () => {
  expect(
    read('game=hermit&position=..%2F.._1&moves=Rb2_Ya1&at=1&flip=true&theme=dark&lang=nl'),
  ).toEqual({
    game: 'hermit',
    position: '../.. 1',
    moves: ['Rb2', 'Ya1'],
    at: 1,
    served: undefined,
    goal: undefined,
    flipped: true,
    theme: 'dark',
    language: 'nl',
  })
  expect(read('game=amazons&goal=win')).toMatchObject({ goal: 'win', moves: [], theme: 'auto' })
  expect(read('game=hermit&position=x&goal=line&moves=Rb2_Ya1_Bc3')).toMatchObject({
    goal: 'line',
    moves: ['Rb2', 'Ya1', 'Bc3'],
  })
  expect(read('served=8fk2')).toMatchObject({ served: '8fk2' })
})

it('takes nothing else', () => {
  expect(read('')).toBeUndefined()
  expect(read('game=chess')).toBeUndefined()
  expect(read('served=../x')).toBeUndefined()
  expect(read('game=hermit&served=8fk2')?.served).toBeUndefined()
  expect(read('game=hermit&goal=line')?.goal).toBeUndefined()
  expect(read('game=hermit&at=-1&goal=lose&theme=red&lang=xx')).toMatchObject({
    at: undefined,
    goal: undefined,
    theme: 'auto',
    language: undefined,
  })
})
