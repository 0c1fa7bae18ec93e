import { beforeEach, expect, it } from 'vitest'
import { Course } from './course.svelte'

const stop = (move: string | undefined, turn: number) => ({
  ...(move === undefined ? {} : { move }),
  position: move ?? 'start',
  turn,
  winners: [],
})
let course: Course

beforeEach(() => {
  course = new Course()
  course.begin([stop(undefined, 0)])
  for (const [i, move] of ['a', 'b', 'c', 'd'].entries()) {
    course.add(stop(move, (i + 1) % 2))
  }
})

it('takes back to a seat that is wanted, and plays again as far', () => {
  course.undo((seat) => seat === 0)
  expect(course.moves).toEqual(['a', 'b'])
  expect(course.at).toBe(2)
  course.redo((seat) => seat === 0)
  expect(course.moves).toEqual(['a', 'b', 'c', 'd'])
  expect(course.undone).toEqual([])
})

it('never takes back the start', () => {
  course.undo(() => false)
  expect(course.moves).toEqual([])
  expect(course.last?.position).toBe('start')
  course.redo(() => true)
  expect(course.moves).toEqual(['a'])
})

it('forgets what was taken back when another move is made', () => {
  course.undo(() => true)
  course.undo(() => true)
  course.add(stop('c', 1))
  expect(course.undone.map((s) => s.move)).toEqual(['d'])
  course.add(stop('x', 0))
  expect(course.undone).toEqual([])
})
