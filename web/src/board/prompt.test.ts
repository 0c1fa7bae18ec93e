import { expect, it } from 'vitest'
import type { Option, View } from '../generated/protocol'
import { showsNext } from './draw'
import { Entry } from './entry'
import type { Hand } from './hand.svelte'
import { fitting, promptFor } from './prompt'

const entered = (game: string, known: Record<string, Option[]>, ...steps: string[]) => {
  const cells = [{ owner: -1 }, { owner: -1, kind: 'block', piece: 'R' }]
  const view = { game, turn: 0, files: 2, ranks: 1, cells } as unknown as View
  const answers = new Map(
    Object.entries(known).map(([key, options]) => [
      key,
      { steps: key.split(' ').filter(Boolean), options, complete: false },
    ]),
  )
  const entry = new Entry(answers, steps, view)
  return { entry, prompt: promptFor(view, { entry } as unknown as Hand) }
}
const blocks = {
  '': [{ step: 'Y', more: true }],
  Y: [{ step: 'a1', move: 'Ya1', more: true }],
  'Y a1': [{ step: 'b1', move: 'Ya1-b1' }],
}

it('asks for no second square of a block that has one', () => {
  expect(entered('hermit', blocks, 'Y1').prompt).toBe('Choose a block and a square for it.')
  expect(entered('hermit', blocks, 'Y2', 'a1').prompt).toBe('Choose the second square.')
  expect(entered('hermit', blocks, 'Y1', 'a1').prompt).toBe('')
})

it('says what fits on a free square, and nothing of one that is taken', () => {
  const { entry } = entered('hermit', blocks, 'Y1')
  expect(fitting('hermit', entry, 'a1')).toBe('a1: yellow block can go here')
  expect(fitting('hermit', entry, 'b1')).toBeUndefined()
  expect(fitting('hermit', entry, undefined)).toBeUndefined()
})

it('shows from the start where pieces can be placed, but not which can be picked up', () => {
  const squares = { '': [{ step: 'a1', more: true }] }
  const { entry, prompt } = entered('santorini', squares)
  expect(prompt).toBe('Choose two squares for your workers.')
  expect(showsNext(entry)).toBe(true)
  expect(showsNext(entered('hermit', blocks).entry)).toBe(false)
})
