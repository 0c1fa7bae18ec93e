// The game of the Amazons.

import { squaresOf } from '../game/square'
import { games } from '../i18n/games'
import type { Look } from './look'

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
  puzzles: () => import('../puzzles/amazons.jsonl?raw'),
  rules: [
    {
      position: '1q2q1/q4q/6/6/Q4Q/1Q2Q1 w',
      en: {
        heading: 'The board',
        text: 'White and Black have amazons, crowns on this board. White moves first. The usual board has ten by ten squares and four amazons a side; this is the smallest one here.',
      },
      nl: {
        heading: 'Het bord',
        text: 'Wit en Zwart hebben amazones, de kronen op dit bord. Wit begint. Het gewone bord heeft tien bij tien velden en vier amazones per kant; dit is het kleinste hier.',
      },
    },
    {
      position: '1q4/6/3*2/1Q4/6/4q1 w',
      move: 'b3-b5(e5)',
      en: {
        heading: 'A turn has two parts',
        text: 'One of your amazons moves like a queen in chess: any number of empty squares in a straight line, in any direction. From there she shoots an arrow, which flies the same way and stays for the rest of the game. The square she has left is free for the arrow.',
      },
      nl: {
        heading: 'Een zet heeft twee delen',
        text: 'Een van je amazones gaat als een dame bij het schaken: zoveel lege velden als je wilt in een rechte lijn, in elke richting. Van daar schiet ze een pijl, die net zo vliegt en de hele partij blijft liggen. Het veld dat ze verlaten heeft, is vrij voor de pijl.',
      },
    },
    {
      position: 'q*4/**3*/6/*1*Q2/2*3/6 b',
      en: {
        heading: 'Who can no longer move loses',
        text: 'Amazons and arrows block the way for all. Black is to move here and has none: White has won. Nothing is captured, and there are no draws.',
      },
      nl: {
        heading: 'Wie niet meer kan, verliest',
        text: 'Amazones en pijlen versperren iedereen de weg. Zwart is hier aan zet en heeft er geen: Wit heeft gewonnen. Er wordt niets geslagen, en remise bestaat niet.',
      },
    },
  ],
  exercises: [
    {
      position: '2q1/4/4/Q3 w',
      goal: 'legal',
      en: {
        heading: 'Move and shoot',
        text: 'Choose your amazon, a square for her, and a square for the arrow. Any turn will do.',
      },
      nl: {
        heading: 'Ga en schiet',
        text: 'Kies je amazone, een veld voor haar en een veld voor de pijl. Elke zet is goed.',
      },
    },
    {
      position: 'q*3/1*3/*4/5/2Q2 w',
      goal: 'win',
      en: {
        heading: 'Shut her in',
        text: 'Black has one square left to go to. Win with this turn.',
      },
      nl: { heading: 'Sluit haar in', text: 'Zwart kan nog naar één veld. Win met deze zet.' },
    },
    {
      position: 'Q3/1*2/3q w',
      goal: 'proven',
      en: {
        heading: 'Take the room',
        text: 'Soon the sides will be apart, and then the one with more room wins. Find a turn that wins for certain.',
      },
      nl: {
        heading: 'Neem de ruimte',
        text: 'Straks zijn de partijen gescheiden, en dan wint wie meer ruimte heeft. Vind een zet die zeker wint.',
      },
    },
  ],
}
