// How the page looks, and what stands below it, in Dutch.

import type { en } from './en.look'

export const nl: typeof en = {
  foot: {
    label: 'Meer',
    promise: 'Geen reclame, niemand kijkt mee, en het werkt zonder netwerk.',
    ladder: 'Ladder van programma’s',
    exercises: 'Programmeeroefeningen',
  },
  nowhere: 'Misschien is de link oud, of ontbreekt er een letter.',
  boards: 'Bord',
  pieces: 'Stukken',
  boardNames: {
    wood: 'Hout',
    sea: 'Zee',
    slate: 'Leisteen',
    meadow: 'Wei',
    sand: 'Zand',
    stone: 'Steen',
  },
  setNames: {
    crowns: 'Kronen',
    archers: 'Schutters',
    builders: 'Bouwers',
    tokens: 'Schijven',
    patterns: 'Patronen',
    signs: 'Tekens',
  },
}
