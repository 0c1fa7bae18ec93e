// How the page looks, and what stands below it, in English.

export const en = {
  foot: {
    label: 'More',
    promise: 'No advertisements, nobody watches you, and it works offline.',
    ladder: 'Ladder of programs',
    exercises: 'Exercises in programming',
  },
  nowhere: 'Perhaps the link is old, or a letter of it is missing.',
  boards: 'Board',
  pieces: 'Pieces',
  boardNames: {
    wood: 'Wood',
    sea: 'Sea',
    slate: 'Slate',
    meadow: 'Meadow',
    sand: 'Sand',
    stone: 'Stone',
  },
  setNames: {
    crowns: 'Crowns',
    archers: 'Archers',
    builders: 'Builders',
    tokens: 'Counters',
    patterns: 'Patterns',
    signs: 'Signs',
  },
}
