// De teksten over wat in de browser bewaard wordt in het Nederlands.

import type { en } from './en.kept'

export const nl: typeof en = {
  opponent: (name, level) => `${name}, niveau ${level}`,
  computer: (name, level) => `${name} (computer, niveau ${level})`,
  levelOf: (level) => `Niveau ${level} van 8`,
  first: 'Nieuw hier? Begin met deze.',
  record: (won, lost) => `Jouw stand: ${won} gewonnen, ${lost} verloren`,
  records: {
    heading: 'Jouw stand',
    opponent: 'Tegenstander',
    level: 'Niveau',
    won: 'Gewonnen',
    lost: 'Verloren',
    note: 'Partijen vanaf een gewone beginstelling tellen mee, ook als je ze verwijderd hebt.',
    none: 'Je partijen tegen de computer worden hier geteld zodra ze uit zijn.',
  },

  resume: 'Ga verder waar je was',
  at: (moves) => (moves === 1 ? 'na 1 zet' : `na ${moves} zetten`),
  against: (name) => `tegen ${name}`,
  won: 'gewonnen',
  lost: 'verloren',

  search: 'Zoek in je partijen',
  found: (n) => (n === 1 ? '1 partij' : `${n} partijen`),
  export: (n) => (n === 1 ? 'Bewaar 1 partij als bestand' : `Bewaar ${n} partijen als bestand`),
  all: (n) => `Toon alle ${n}`,

  backup: {
    heading: 'Reservekopie',
    lead: 'Alles wat deze browser bewaart als één bestand: partijen, analyses, jouw stand, puzzels, lessen en instellingen. Wat je terugzet, komt bij wat hier al is; van twee versies van een partij blijft de nieuwste. Instellingen komen uit het bestand.',
    save: 'Reservekopie bewaren',
    restore: 'Terugzetten…',
    done: (items) =>
      items === 0
        ? 'Alles was hier al.'
        : items === 1
          ? 'Teruggezet: 1 ding dat hier niet was.'
          : `Teruggezet: ${items} dingen die hier niet waren.`,
    refused: (n) => (n === 1 ? '1 ding is weggelaten:' : `${n} dingen zijn weggelaten:`),
    more: (n) => `en nog ${n}`,
    reload: 'Toon wat er nieuw is',
    tooLarge: (name) => `${name} is te groot: hoogstens 64 MiB.`,
    noBackup: (wanted) =>
      `Dit is geen reservekopie: verwacht wordt een bestand dat begint met ${wanted}.`,
    noJson: (reason) => `Dit bestand is beschadigd: ${reason}.`,
  },
}
