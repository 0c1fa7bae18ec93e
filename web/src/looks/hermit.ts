// Hermit.

import { listed } from '../i18n/format'
import { games } from '../i18n/games'
import { named } from '../i18n/message'
import type { Look } from './look'
import { squaresOf } from './square'

export const hermit: Look = {
  spoken: (move) =>
    games().hermit.spoken({
      block: named(games().hermit.pieces, move.charAt(0)) ?? '',
      squares: listed(squaresOf(move)),
    }),
  lined: true,
  seats: [],
  tools: ['R1', 'Y1', 'B1', 'R2', 'Y2', 'B2'],
  kinds: { R: 'red', Y: 'yellow', B: 'blue' },
  brushes: () => ['R', 'Y', 'B', ''],
  example: 'Ya3-b3',
  picture: '..B.R./RY..../B.R.../B.YYR./.....Y/RY.R.. 1',
  rules: [
    {
      position: '..../.Y../..../BB.. 1',
    },
    {
      position: '..../.RB./.Y../.... 1',
    },
    {
      position: 'BBR/RYY/.BR 1',
    },
  ],
  exercises: [
    {
      position: '..../.R../..../.... 1',
      goal: 'legal',
    },
    {
      position: 'YRY/B.B/..R 1',
      goal: 'win',
    },
    {
      position: 'B.B/R.B/B.. 1',
      goal: 'proven',
    },
  ],
}
