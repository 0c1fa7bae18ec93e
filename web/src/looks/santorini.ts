// Santorini.

import { partsOf } from '../game/movetext'
import { listed } from '../i18n/format'
import { games } from '../i18n/games'
import { powersLesson } from '../learn/powers'
import type { Look } from './look'

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
  framed: 'put',
  seats: [0, 1, 2, 3].map((owner) => ({ kind: 'worker', piece: 'ABCD'.charAt(owner), owner })),
  kinds: { A: 'worker', B: 'worker', C: 'worker', D: 'worker' },
  brushes: (seats) => ['+', '-', ...['A', 'B', 'C', 'D'].slice(0, seats), ''],
  variants: 'players',
  example: 'c3-c4(d4)',
  picture: '00310/00012/00024/10010/01000 c4e4,c2d3 1',
  puzzles: () => import('../puzzles/santorini.jsonl?raw'),
  rules: [
    {
      position: '00000/00100/00000/00020/00000 b2d4,b4d2 1',
      en: {
        heading: 'Workers and towers',
        text: 'First each player puts two workers on free squares. Towers have up to three storeys, shown with their height, and a dome on top of the third.',
      },
      nl: {
        heading: 'Werkers en torens',
        text: 'Eerst zet elke speler twee werkers op vrije velden. Torens hebben tot drie verdiepingen, met hun hoogte erbij, en op de derde een koepel.',
      },
    },
    {
      position: '00000/01000/00100/00000/00000 b3d1,d4e1 1',
      move: 'b3-b4(b3)',
      en: {
        heading: 'Move, then build',
        text: 'One of your workers moves to a neighboring square, at most one storey up, or down as far as you like. Then the same worker builds a storey, or a dome on a third storey, next to where it stands. Workers and domes block a square.',
      },
      nl: {
        heading: 'Verplaats, bouw dan',
        text: 'Een van je werkers gaat naar een aangrenzend veld, hoogstens één verdieping omhoog, of omlaag zover je wilt. Dan bouwt dezelfde werker een verdieping, of een koepel op een derde verdieping, naast waar hij staat. Werkers en koepels versperren een veld.',
      },
    },
    {
      position: '00000/00300/00200/00000/00000 c3e1,a5e5 1',
      move: 'c3-c4',
      en: {
        heading: 'Climb to win',
        text: 'Who moves up onto a third storey wins at once. Who can neither move nor build loses; with three or four players, he is out and the others go on.',
      },
      nl: {
        heading: 'Klim om te winnen',
        text: 'Wie omhoog gaat naar een derde verdieping, wint meteen. Wie niet kan verplaatsen en bouwen, verliest; met drie of vier spelers ligt hij eruit en gaan de anderen verder.',
      },
    },
  ],
  exercises: [
    {
      position: '00000/00000/00000/00000/00000 -,- 1',
      goal: 'legal',
      en: { heading: 'Place your workers', text: 'Choose two squares for your workers.' },
      nl: { heading: 'Plaats je werkers', text: 'Kies twee velden voor je werkers.' },
    },
    {
      position: '00000/00310/02021/00100/00000 b3d2,a1e5 1',
      goal: 'win',
      en: { heading: 'Climb', text: 'One of your workers stands on a second storey. Win now.' },
      nl: { heading: 'Klim', text: 'Een van je werkers staat op een tweede verdieping. Win nu.' },
    },
    {
      position: '00000/00320/00000/00000/00000 b1c3,d4e1 1',
      goal: 'safe',
      en: {
        heading: 'Stop the climb',
        text: 'Player B stands on a second storey, next to a third. Make a turn after which B cannot climb at once.',
      },
      nl: {
        heading: 'Stop de klim',
        text: 'Speler B staat op een tweede verdieping, naast een derde. Doe een zet waarna B niet meteen kan klimmen.',
      },
    },
  ],
  further: [powersLesson],
}
