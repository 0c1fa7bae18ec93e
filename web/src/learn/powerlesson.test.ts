// The lesson on powers with the real engine. A test of the rules checks that nothing else solves
// the exercises.
import { beforeAll, expect, it } from 'vitest'
import type { Client } from '../engine/client'
import { startInProcess } from '../engine/inprocess'
import { powersLesson } from '../looks/powerlesson'
import data from '../looks/powerlesson.json'
import { judge } from './judge'

const game = 'santorini'
let engine: Client
beforeAll(async () => {
  engine = await startInProcess()
})

it.each(powersLesson.rules)('has a picture of $position', async ({ position, move }) => {
  await engine.ask('view', { game, position })
  if (move !== undefined) {
    await engine.ask('play', { game, position, move })
  }
})

it.each(data)(
  'takes $solution for $power',
  async ({ position, solution }) => {
    const exercise = powersLesson.exercises.find((e) => e.position === position)
    expect(exercise).toBeDefined()
    if (exercise) {
      expect((await judge(engine, game, exercise, solution)).met).toBe(true)
    }
  },
  20_000,
)

it('says what is missed', async () => {
  const [pan] = powersLesson.exercises
  if (pan) {
    expect((await judge(engine, game, pan, 'c3-b3(c3)')).met).toBe(false)
  }
})
