// Santorini.

import { squaresOf } from '../game/square'
import { powersLesson } from '../learn/powers'
import type { Look, Words } from './look'

const en: Words = {
  name: 'Santorini',
  blurb: 'Step, then build. Climb onto the third storey and you win.',
  seats: ['Player A', 'Player B', 'Player C', 'Player D'],
  pieces: { A: 'worker A', B: 'worker B', C: 'worker C', D: 'worker D' },
  steps: ['Choose a piece.', 'Choose where it goes.', 'Choose where to build.'],
  placing: ['Choose two squares for your workers.', 'Choose a square for your second worker.'],
  spoken: (move) => {
    const [from, to, built] = squaresOf(move)
    return move.startsWith('@')
      ? `workers at ${from} and ${to}`
      : `${from} to ${to}` + (built === undefined ? '' : `, builds at ${built}`)
  },
  lead: 'Build towers with your two workers, and be the first to stand on top of one.',
}

const nl: Words = {
  name: 'Santorini',
  blurb: 'Stap, en bouw dan. Wie naar de derde verdieping klimt, wint.',
  seats: ['Speler A', 'Speler B', 'Speler C', 'Speler D'],
  pieces: { A: 'werker A', B: 'werker B', C: 'werker C', D: 'werker D' },
  steps: ['Kies een stuk.', 'Kies waar het heen gaat.', 'Kies waar je bouwt.'],
  placing: ['Kies twee velden voor je werkers.', 'Kies een veld voor je tweede werker.'],
  spoken: (move) => {
    const [from, to, built] = squaresOf(move)
    return move.startsWith('@')
      ? `werkers op ${from} en ${to}`
      : `${from} naar ${to}` + (built === undefined ? '' : `, bouwt op ${built}`)
  },
  lead: 'Bouw torens met je twee werkers, en sta als eerste bovenop.',
}

export const santorini: Look = {
  words: { en, nl },
  squares: ['#a9bd8c', '#9bb27d'],
  letters: ['#2d3c1c', '#2d3c1c'],
  lined: true,
  framedFrom: 2,
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
