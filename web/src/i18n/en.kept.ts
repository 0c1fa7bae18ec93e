// The texts about what is kept in the browser in English: games, how they went, backups.

export const en = {
  opponent: (name: string, level: number) => `${name}, level ${level}`,
  computer: (name: string, level: number) => `${name} (computer, level ${level})`,
  levelOf: (level: number) => `Level ${level} of 8`,
  first: 'New here? Begin with this one.',
  record: (won: number, lost: number) => `Your record: ${won} won, ${lost} lost`,
  records: {
    heading: 'Your record',
    opponent: 'Opponent',
    level: 'Level',
    won: 'Won',
    lost: 'Lost',
    note: 'Games from the usual starts count, also when you have deleted them.',
    none: 'Your games against the computer are counted here once they are over.',
  },

  resume: 'Continue where you left',
  at: (moves: number) => (moves === 1 ? 'after 1 move' : `after ${moves} moves`),
  against: (name: string) => `against ${name}`,
  won: 'won',
  lost: 'lost',

  search: 'Search your games',
  found: (n: number) => (n === 1 ? '1 game' : `${n} games`),
  export: (n: number) => (n === 1 ? 'Save 1 game as a file' : `Save ${n} games as a file`),
  all: (n: number) => `Show all ${n}`,

  backup: {
    heading: 'Backup',
    lead: 'Everything that this browser keeps, as one file: games, analyses, your record, puzzles, lessons and settings. A file that is restored is added to what is here; of two versions of a game the newer stays. Settings are taken from the file.',
    save: 'Save a backup',
    restore: 'Restore…',
    done: (items: number) =>
      items === 0
        ? 'All of it was here already.'
        : items === 1
          ? 'Restored: 1 thing that was not here.'
          : `Restored: ${items} things that were not here.`,
    refused: (n: number) => (n === 1 ? '1 thing was left out:' : `${n} things were left out:`),
    more: (n: number) => `and ${n} more`,
    reload: 'Show what is new',
    tooLarge: (name: string) => `${name} is too large: want at most 64 MiB.`,
    noBackup: (wanted: string) => `This is not a backup: want a file that begins with ${wanted}.`,
    noJson: (reason: string) => `This file is broken: ${reason}.`,
  },
}
