// Santorini.

import { partsOf } from '../game/movetext'
import { powersLesson } from '../learn/powers'
import type { Look, Words } from './look'

const en: Words = {
  name: 'Santorini',
  blurb: 'Step, then build. Climb onto the third storey and you win.',
  seats: ['Player A', 'Player B', 'Player C', 'Player D'],
  pieces: { A: 'worker A', B: 'worker B', C: 'worker C', D: 'worker D' },
  steps: ['Choose a piece.', 'Choose where it goes.', 'Choose where to build.'],
  placing: ['Choose two squares for your workers.', 'Choose a square for your second worker.'],
  ways: {
    first: { plain: 'Move', text: 'Build', prompt: 'Choose where to build before moving.' },
    on: { plain: 'Build', text: 'Step again', prompt: 'Choose where it steps next.' },
    D: { plain: 'Block', text: 'Dome', prompt: 'Choose where to build a dome.' },
  },
  spoken: (move) => {
    const { walks, before, after, placed, dome } = partsOf(move)
    return placed.length > 0
      ? `workers at ${placed.join(' and ')}`
      : [
          ...before.map((square) => `builds at ${square}`),
          ...walks.map((walk) => walk.join(' to ')),
          ...(after.length > 0 ? [`builds ${dome ? 'a dome ' : ''}at ${after.join(' and ')}`] : []),
        ].join(', ')
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
  ways: {
    first: { plain: 'Lopen', text: 'Bouwen', prompt: 'Kies waar je bouwt voor je loopt.' },
    on: { plain: 'Bouwen', text: 'Nog een stap', prompt: 'Kies waar hij daarna heen stapt.' },
    D: { plain: 'Blok', text: 'Koepel', prompt: 'Kies waar je een koepel bouwt.' },
  },
  spoken: (move) => {
    const { walks, before, after, placed, dome } = partsOf(move)
    return placed.length > 0
      ? `werkers op ${placed.join(' en ')}`
      : [
          ...before.map((square) => `bouwt op ${square}`),
          ...walks.map((walk) => walk.join(' naar ')),
          ...(after.length > 0
            ? [`bouwt ${dome ? 'een koepel ' : ''}op ${after.join(' en ')}`]
            : []),
        ].join(', ')
  },
  lead: 'Bouw torens met je twee werkers, en sta als eerste bovenop.',
}

export const santorini: Look = {
  words: { en, nl },
  squares: ['#a9bd8c', '#9bb27d'],
  rim: ['#6f8554', '#f3f7e9'],
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
