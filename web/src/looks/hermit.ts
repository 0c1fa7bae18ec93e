// Hermit.

import { squaresOf } from '../game/square'
import { listed } from '../i18n/format'
import { games } from '../i18n/games'
import { named } from '../i18n/message'
import type { Look } from './look'

export const hermit: Look = {
  spoken: (move) =>
    games().hermit.spoken({
      block: named(games().hermit.pieces, move.charAt(0)) ?? '',
      squares: listed(squaresOf(move)),
    }),
  lined: true,
  framed: 'all',
  seats: [],
  tools: ['R1', 'Y1', 'B1', 'R2', 'Y2', 'B2'],
  kinds: { R: 'red', Y: 'yellow', B: 'blue' },
  brushes: () => ['R', 'Y', 'B', ''],
  solved: true,
  example: 'Ya3-b3',
  picture: '..B.R./RY..../B.R.../B.YYR./.....Y/RY.R.. 1',
  puzzles: () => import('../puzzles/hermit.jsonl?raw'),
  rules: [
    {
      position: '..../.Y../..../BB.. 1',
      en: {
        heading: 'Blocks',
        text: 'A turn puts down one block, red, yellow or blue: upright on one empty square or lying on two that share a side. There are enough of all of them. Both players use the same blocks.',
      },
      nl: {
        heading: 'Blokken',
        text: 'Een zet legt één blok neer, rood, geel of blauw: staand op één leeg veld of liggend op twee velden met een gedeelde zijde. Er zijn er genoeg van alle. Beide spelers gebruiken dezelfde blokken.',
      },
    },
    {
      position: '..../.RB./.Y../.... 1',
      en: {
        heading: 'Equal colors keep apart',
        text: 'A block must not touch another one of its color, not even at a corner. Point at a square to see which colors still fit.',
      },
      nl: {
        heading: 'Gelijke kleuren blijven uit elkaar',
        text: 'Een blok mag geen ander van zijn kleur raken, ook niet aan een hoek. Wijs een veld aan om te zien welke kleuren nog passen.',
      },
    },
    {
      position: 'BBR/RYY/.BR 1',
      en: {
        heading: 'Who has no room loses',
        text: 'The last square here touches red, yellow and blue: no block fits, and whoever is to move has lost.',
      },
      nl: {
        heading: 'Wie geen plaats heeft, verliest',
        text: 'Het laatste veld hier raakt rood, geel en blauw: er past geen blok, en wie aan zet is, heeft verloren.',
      },
    },
  ],
  exercises: [
    {
      position: '..../.R../..../.... 1',
      goal: 'legal',
      en: {
        heading: 'Put down a block',
        text: 'Choose a block below the board, then its square, or its two squares. Any turn will do.',
      },
      nl: {
        heading: 'Leg een blok neer',
        text: 'Kies een blok onder het bord, dan zijn veld of zijn twee velden. Elke zet is goed.',
      },
    },
    {
      position: 'YRY/B.B/..R 1',
      goal: 'win',
      en: { heading: 'The last word', text: 'Make a turn after which no block fits anywhere.' },
      nl: { heading: 'Het laatste woord', text: 'Doe een zet waarna nergens meer een blok past.' },
    },
    {
      position: 'B.B/R.B/B.. 1',
      goal: 'proven',
      en: { heading: 'Count the turns', text: 'Only one turn wins for certain. Find it.' },
      nl: { heading: 'Tel de zetten', text: 'Maar één zet wint zeker. Vind die.' },
    },
  ],
}
