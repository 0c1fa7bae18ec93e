// De teksten van analyses en van het nakijken van een partij in het Nederlands.

import type { en } from './en.review'

export const nl: typeof en = {
  review: 'Nabespreking',
  invite: 'Partij nabespreken',
  inviting: 'Nauwkeurigheid, fouten en wat beter was, en waar de partij keerde.',
  looking: (done, all) => `Stelling ${done} van ${all} bekijken`,
  proving: 'Bewijzen sinds wanneer het beslist was',
  stop: 'Stoppen',
  again: 'Opnieuw bekijken',
  accuracy: 'Nauwkeurigheid',
  accuracyHow:
    'Naar hoeveel elke zet van de winstkans afneemt, met de formule van lichess; zetten tellen zwaarder waar meer op het spel stond.',
  marks: { '?!': 'Onnauwkeurigheid', '?': 'Fout', '??': 'Blunder' },
  many: { '?!': 'Onnauwkeurigheden', '?': 'Fouten', '??': 'Blunders' },
  thresholds: 'Neemt 10, 20 of 30 honderdsten van de winstkans af.',
  mistakes: 'Fouten',
  none: 'Geen fouten gevonden.',
  next: 'Volgende fout',
  previous: 'Vorige fout',
  better: 'beter was',
  betterOf: (move, better) => `${move}: toon ${better}, dat beter was`,
  tryAgain: 'Opnieuw proberen',
  tryOf: (move) => `Opnieuw proberen: een betere zet dan ${move}`,
  turned: 'Hier keerde de partij.',
  proven: 'Bewezen',
  thrown: (loser, move) => `${loser} stond gewonnen tot ${move}, dat verloor.`,
  lost: (loser, move) =>
    `${loser} is verloren na ${move}. Van de zetten ervoor is dat niet bewezen.`,
  always: (loser) => `${loser} was hier vanaf de eerste stelling verloren.`,
  gaveAway: 'Ze gaf een gewonnen partij weg.',

  retry: {
    heading: 'Een betere zet',
    open: (seat, move) => `${seat} speelde ${move}. Doe een betere zet.`,
    judging: (move) => `${move} wordt beoordeeld…`,
    best: (move) => `Goed: ${move} zou de engine ook spelen.`,
    good: (move, best) => `Goed: ${move} is even goed als ${best}.`,
    goodAlone: (move) => `Goed: ${move} is beter.`,
    bad: (move) => `${move} is niet goed genoeg. Probeer opnieuw.`,
    shown: (best) => `Beter was ${best}.`,
    show: 'Toon het antwoord',
    next: 'Volgende fout',
    last: 'Dat was de laatste.',
    leave: 'Terug naar de nabespreking',
  },

  graph: {
    chance: (seat) => `Kans van ${seat}`,
    decided: (winner) => `${winner} heeft gewonnen`,
    proven: (winner) => `${winner} wint, bewezen`,
    decidedFrom: 'bewezen',
  },

  engine: {
    settings: 'Instellingen van de engine',
    lines: 'Varianten',
    endless: 'Zonder einde',
    endlessHow: 'Gaat door tot je stopt; anders een minuut.',
    thread: 'In een browser heeft de engine één thread.',
    speed: (nodes) => `${nodes} stellingen/s`,
    resting: 'in rust',
    chances: (seat) => `kansen van ${seat}`,
    prove: 'Bewijs wie wint',
    proving: 'Bewijzen… Stop',
    unproven: 'Niet bewezen binnen een minuut.',
    winning: 'Winnende zetten:',
    mark: 'Op het bord aanduiden',
    more: (n) => `nog ${n}`,
  },

  overlays: {
    show: 'Toon',
    game: 'Partij',
    line: 'Variant',
    mobility: { amazons: 'Bereik', santorini: 'Stappen', hermit: 'Wat past' },
    counts: (what, counts) => `${what}: ${counts}`,
  },
}
