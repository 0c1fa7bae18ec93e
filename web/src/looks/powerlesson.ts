// The lesson on Santorini's powers. Its exercises are data, also read by a test of the rules: the
// solutions work, and nothing works without the power.

import type { Goal, Lesson } from './look'
import data from './powerlesson.json'
import { powers } from './powers'

export const powersLesson: Lesson = {
  name: 'powers',
  powers: Object.keys(powers),
  rules: [
    {
      position: '00000/00100/01110/00200/00000 b2d4,b4d2 1 demeter,pan',
      move: 'd4-e3(d4,e4)',
    },
    {
      position: '00000/00100/00100/00020/00000 b2c4,b4d2 2 athena^,pan',
    },
    {
      position: '00000/00000/01230/00000/00000 c3e1,a5d3 1 minotaur,pan',
    },
  ],
  exercises: data.map(({ position, goal }) => ({ position, goal: goal as Goal })),
}
