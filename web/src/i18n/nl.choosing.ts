// De teksten van het kiezen van krachten in het Nederlands.

import type { choosing as en } from './en.choosing'

export const choosing: typeof en = {
  legend: 'Krachten',
  ways: {
    none: 'Geen',
    hand: 'Zelf kiezen',
    random: 'Willekeurig',
    fair: 'Eerlijk',
    draft: 'Volgens het boek',
  },
  hints: {
    none: 'Niemand heeft een kracht.',
    hand: 'Een kracht voor elke plaats.',
    random: 'Verschillende krachten, door het lot.',
    fair: 'Door het lot, uit paren die volgens gespeelde partijen gelijk opgaan.',
    draft:
      'De uitdager biedt zoveel krachten aan als er spelers zijn. De anderen kiezen er elk een, de uitdager krijgt de laatste en wijst aan wie begint.',
  },
  noFair: 'Voor dit aantal spelers zijn er geen gemeten paren.',
  of: (seat) => `Kracht van ${seat}`,
  share: (seat, share, error, games) =>
    `${seat} wint ${share} ± ${error} van de partijen tussen gelijken (${games} gespeeld).`,
  unfair: 'Dit paar is oneerlijk.',
  role: 'Je bent',
  roles: (player) => (player === 0 ? 'de uitdager' : `speler ${player + 1}`),
  player: (player) => `Speler ${player + 1}`,
  you: 'Jij',
  computer: 'De computer',
  heading: 'Krachten volgens het boek',
  todo: {
    offer: (who, n) => `${who}: ${n} krachten aanbieden.`,
    choose: (who) => `${who}: een kracht kiezen.`,
    start: (who) => `${who}: aanwijzen wie begint.`,
  },
  offer: (n, of) => `Bied deze aan (${n} van ${of})`,
  choose: (power) => `Neem ${power}`,
  chooseNone: 'Kies er een',
  starts: (who) => (who === 'Jij' ? 'Jij begint' : `${who} begint`),
  table: 'Wie welke kracht heeft',
  none: 'nog geen',
  left: (seconds) => `nog ${seconds} s`,
  leave: 'Weggaan',
  leaveSure: 'Weggaan? Dan is er geen partij.',
  gone: {
    late: 'Iemand heeft niet op tijd gekozen: er is geen partij.',
    canceled: 'Iemand is weggegaan: er is geen partij.',
  },
  notice: (who) => `Krachten worden gekozen met ${who}`,
  yours: 'Jij mag kiezen',
  drawn: (way, seed) => `Krachten: ${way}, toevalsgetal ${seed}`,
  drafted: 'Krachten volgens het boek',
}
