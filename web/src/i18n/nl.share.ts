// The texts of sharing and of boards in other pages, in Dutch.

import type { en } from './en.share'

export const nl: typeof en = {
  share: 'Delen',
  link: 'Link met een plaatje',
  linkHint: 'Chatprogramma’s tonen het bord erbij.',
  embed: 'Code om het bord in een pagina te zetten',
  pictures: 'Plaatjes',
  picture: (format) => `Download als ${format}`,
  film: 'Download de partij als GIF, zet voor zet',
  open: 'Open op thera',
  start: 'Begin',
  ply: (n, all, move) => `${n} van ${all}: ${move}`,
  none: 'Er is hier geen partij met die naam.',
  tasks: {
    legal: 'Doe een zet.',
    win: 'Win met deze zet.',
    safe: 'Vind een zet waarna je tegenstander niet meteen kan winnen.',
    proven: 'Vind een zet die zeker wint.',
  },
  toMove: (player, task) => `${player} is aan zet. ${task}`,
}
