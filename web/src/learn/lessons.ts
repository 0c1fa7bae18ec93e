// What the pages that teach the games show: positions for the texts, and exercises. The texts are
// in the catalogues, in the same order.

import type { GameName } from '../engine/protocol'

/**
 * What an exercise asks of a move: that it is legal, that it wins at once, that the opponent can't
 * win with the next move, or that it wins for certain, which the engine proves.
 */
export type Goal = 'legal' | 'win' | 'safe' | 'proven'

export interface Exercise {
  position: string
  goal: Goal
}

export interface Lesson {
  /** A position for each paragraph of the rules, with a move to draw in it, if any. */
  pictures: { position: string; move?: string }[]
  exercises: Exercise[]
}

export const lessons: Record<GameName, Lesson> = {
  amazons: {
    pictures: [
      { position: '1q2q1/q4q/6/6/Q4Q/1Q2Q1 w' },
      { position: '1q4/6/3*2/1Q4/6/4q1 w', move: 'b3-b5(e5)' },
      { position: 'q*4/**3*/6/*1*Q2/2*3/6 b' },
    ],
    exercises: [
      { position: '2q1/4/4/Q3 w', goal: 'legal' },
      { position: 'q*3/1*3/*4/5/2Q2 w', goal: 'win' },
      { position: 'Q3/1*2/3q w', goal: 'proven' },
    ],
  },
  santorini: {
    pictures: [
      { position: '00000/00100/00000/00020/00000 b2d4,b4d2 1' },
      { position: '00000/01000/00100/00000/00000 b3d1,d4e1 1', move: 'b3-b4(b3)' },
      { position: '00000/00300/00200/00000/00000 c3e1,a5e5 1', move: 'c3-c4' },
    ],
    exercises: [
      { position: '00000/00000/00000/00000/00000 -,- 1', goal: 'legal' },
      { position: '00000/00310/02021/00100/00000 b3d2,a1e5 1', goal: 'win' },
      { position: '00000/00320/00000/00000/00000 b1c3,d4e1 1', goal: 'safe' },
    ],
  },
  hermit: {
    pictures: [
      { position: '..../.Y../..../BB.. 1' },
      { position: '..../.RB./.Y../.... 1' },
      { position: 'BBR/RYY/.BR 1' },
    ],
    exercises: [
      { position: '..../.R../..../.... 1', goal: 'legal' },
      { position: 'YRY/B.B/..R 1', goal: 'win' },
      { position: 'B.B/R.B/B.. 1', goal: 'proven' },
    ],
  },
}
