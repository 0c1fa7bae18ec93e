import { expect, it, vi } from 'vitest'
import { made, type Grade, type MistakeCard } from '../cards/card'
import { fakeEngine } from '../engine/fake'
import { Drill } from './drill.svelte'

const position = '.../.../... 1'
const card: MistakeCard = {
  ...made,
  id: `hermit ${position} Ra1`,
  updated: 1,
  game: 'hermit',
  added: 1,
  position,
  played: 'Ra1',
  better: 'Rb2',
  answer: 'Yb2',
  won: false,
  reasons: [],
}

const view = (turn: number, text: string) => ({ game: 'hermit', position: text, turn, winners: [] })

async function drilled() {
  const told = vi.fn<(grade: Grade) => void>()
  const { engine } = fakeEngine<{ position: string; move: string }>((method, params) =>
    method === 'play'
      ? { move: params.move, view: view(1, `after ${params.move}`) }
      : view(0, params.position),
  )
  const drill = new Drill(engine, card, told)
  await drill.open()
  return { drill, told }
}

it('is good if the better turn is found on the first try', async () => {
  const { drill, told } = await drilled()
  await drill.answer('Rb2')
  expect(told.mock.calls).toEqual([['good']])
  expect(drill.last).toBe('Rb2')
  expect(drill.toAnswer).toBeUndefined()
})

it('takes the first of two answers that are given at once', async () => {
  const { drill, told } = await drilled()
  await Promise.all([drill.answer('Rb2'), drill.answer('Ra1')])
  expect([drill.last, drill.retry?.verdict]).toEqual(['Rb2', 'best'])
  expect(told.mock.calls).toEqual([['good']])
})

it('is hard after a hint', async () => {
  const { drill, told } = await drilled()
  drill.hint()
  await drill.answer('Rb2')
  expect(told.mock.calls).toEqual([['hard']])
})

it('is wrong if the first try is, and can be tried again', async () => {
  const { drill, told } = await drilled()
  await drill.answer('Ra1')
  expect(drill.view?.position).toBe(position)
  expect(drill.toAnswer).toBe(drill.view)
  await drill.answer('Rb2')
  expect(drill.retry?.verdict).toBe('best')
  expect(told.mock.calls).toEqual([['again']])
})

it('can be tried again if a turn could not be judged', async () => {
  let isLoaded = false
  const told = vi.fn<(grade: Grade) => void>()
  const { engine } = fakeEngine<{ position: string; move: string }>(
    (method, { position, move }) => {
      if (method === 'search') {
        return isLoaded
          ? { position, nodes: 1, depth: 1, score: { win_probability: 0.5 } }
          : Promise.reject(new Error('not loaded'))
      }
      return method === 'play' ? { move, view: view(1, `after ${move}`) } : view(0, position)
    },
  )
  const drill = new Drill(engine, card, told)
  await drill.open()
  await expect(drill.answer('Rc3')).rejects.toThrow('not loaded')
  expect([drill.retry?.verdict, drill.last, told.mock.calls]).toEqual(['open', undefined, []])
  expect(drill.toAnswer?.position).toBe(position)
  isLoaded = true
  await drill.answer('Rc3')
  expect(told).toHaveBeenCalledTimes(1)
})

it('is wrong if the answer is shown', async () => {
  const { drill, told } = await drilled()
  drill.show()
  expect(drill.retry?.verdict).toBe('shown')
  expect(told.mock.calls).toEqual([['again']])
})
