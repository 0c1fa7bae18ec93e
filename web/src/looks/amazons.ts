// The Game of the Amazons.

import { games } from '../i18n/games'
import type { Look } from './look'
import { squaresOf } from './square'

export const amazons: Look = {
  spoken: (move) => {
    const [from = '', to = '', arrow = ''] = squaresOf(move)
    return games().amazons.spoken({ from, to, arrow })
  },
  seats: [
    { kind: 'amazon', piece: 'Q', owner: 0 },
    { kind: 'amazon', piece: 'q', owner: 1 },
  ],
  kinds: { Q: 'amazon', q: 'amazon', '*': 'arrow' },
  brushes: () => ['Q', 'q', '*', ''],
  territory: true,
  turned: true,
  formats: ['thera', 'sgf', 'ggf', 'botzone'],
  example: 'd1-d7(g7)',
  picture: '5*4/5Q*3/1q4q**1/3*1**3/2Q4Q*1/3*6/5*1**1/2q1Q1*2*/2*1*5/7q2 w',
  rules: [
    {
      position: '1q2q1/q4q/6/6/Q4Q/1Q2Q1 w',
    },
    {
      position: '1q4/6/3*2/1Q4/6/4q1 w',
      move: 'b3-b5(e5)',
    },
    {
      position: 'q*4/**3*/6/*1*Q2/2*3/6 b',
    },
  ],
  exercises: [
    {
      position: '2q1/4/4/Q3 w',
      goal: 'legal',
    },
    {
      position: 'q*3/1*3/*4/5/2Q2 w',
      goal: 'win',
    },
    {
      position: 'Q3/1*2/3q w',
      goal: 'proven',
    },
  ],
}
