// The lesson on the powers of Santorini. Its exercises are data, which a test of the rules reads
// too: what solves them does, and nothing would without the power.

import type { Goal, Lesson } from '../looks/look'
import { powers } from '../looks/powers'
import data from './powers.json'

export const powersLesson: Lesson = {
  en: {
    heading: 'Powers',
    text: 'Ten gods, each with one power that changes the rules for who plays with it.',
  },
  nl: {
    heading: 'Krachten',
    text: 'Tien goden, elk met één kracht, die de regels verandert voor wie ermee speelt.',
  },
  powers: Object.keys(powers),
  rules: [
    {
      position: '00000/00100/01110/00200/00000 b2d4,b4d2 1 demeter,pan',
      move: 'd4-e3(d4,e4)',
      en: {
        heading: 'More in a turn',
        text: 'A power may add a step or a build to your turn; Demeter builds twice. Where you may go on but need not, end the turn there. Each step can be taken back by itself.',
      },
      nl: {
        heading: 'Meer in een beurt',
        text: 'Een kracht kan een stap of een bouw aan je beurt toevoegen; Demeter bouwt twee keer. Waar je verder mag maar niet hoeft, eindig je de beurt. Elke stap kun je apart terugnemen.',
      },
    },
    {
      position: '00000/00100/00100/00020/00000 b2c4,b4d2 2 athena^,pan',
      en: {
        heading: 'What binds the others',
        text: 'Athena has just gone up. Until her next turn none of her rivals may go up, not even to win. The page says so as long as it lasts.',
      },
      nl: {
        heading: 'Wat de anderen bindt',
        text: 'Athena is net omhooggegaan. Tot haar volgende beurt mag geen van haar tegenstanders omhoog, ook niet om te winnen. De pagina zegt dat zolang het duurt.',
      },
    },
    {
      position: '00000/00000/01230/00000/00000 c3e1,a5d3 1 minotaur,pan',
      en: {
        heading: 'What still holds',
        text: 'Only who goes up by himself wins: to be pushed or swapped onto a third storey, as the worker on d3 was, wins nothing. And who can’t finish a turn still loses.',
      },
      nl: {
        heading: 'Wat blijft gelden',
        text: 'Alleen wie zelf omhoog gaat, wint: naar een derde verdieping geduwd of gewisseld worden, zoals de werker op d3, wint niets. En wie geen beurt kan afmaken, verliest nog steeds.',
      },
    },
  ],
  exercises: data.map(({ position, goal, en, nl }) => ({ position, goal: goal as Goal, en, nl })),
}
