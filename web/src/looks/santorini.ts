// Santorini.

import { listed } from '../i18n/format'
import { games } from '../i18n/games'
import type { Look } from './look'
import { partsOf } from './movetext'
import { powersLesson } from './powerlesson'
import { seatColors } from './seats'

export const santorini: Look = {
  spoken: (move) => {
    const { walks, before, after, placed, dome } = partsOf(move)
    const { spoken } = games().santorini
    if (placed.length > 0) {
      return spoken.placed({ squares: listed(placed) })
    }
    const last = dome ? spoken.dome : spoken.builds
    return [
      ...before.map((square) => spoken.builds({ squares: square })),
      ...walks.map((walk) => walk.reduce((from, to) => spoken.walk({ from, to }))),
      ...(after.length > 0 ? [last({ squares: listed(after) })] : []),
    ].join(', ')
  },
  lined: true,
  seats: [0, 1, 2, 3].map((owner) => ({ kind: 'worker', piece: 'ABCD'.charAt(owner), owner })),
  colors: [seatColors[0], seatColors[1]],
  kinds: { A: 'worker', B: 'worker', C: 'worker', D: 'worker' },
  brushes: (seats) => ['+', '-', ...['A', 'B', 'C', 'D'].slice(0, seats), ''],
  variants: 'players',
  example: 'c3-c4(d4)',
  picture: '00310/00012/00024/10010/01000 c4e4,c2d3 1',
  rules: [
    {
      position: '00000/00100/00000/00020/00000 b2d4,b4d2 1',
    },
    {
      position: '00000/01000/00100/00000/00000 b3d1,d4e1 1',
      move: 'b3-b4(b3)',
    },
    {
      position: '00000/00300/00200/00000/00000 c3e1,a5e5 1',
      move: 'c3-c4',
    },
  ],
  exercises: [
    {
      position: '00000/00000/00000/00000/00000 -,- 1',
      goal: 'legal',
    },
    {
      position: '00000/00310/02021/00100/00000 b3d2,a1e5 1',
      goal: 'win',
    },
    {
      position: '00000/00320/00000/00000/00000 b1c3,d4e1 1',
      goal: 'safe',
    },
  ],
  further: [powersLesson],
}
