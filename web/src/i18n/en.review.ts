// The texts of analyses and of the review of a game in English.

import type { Mark } from '../game/tree.svelte'

export const en = {
  review: 'Review',
  invite: 'Review this game',
  inviting: 'Accuracy, mistakes and what was better, and where the game turned.',
  looking: (done: number, all: number) => `Looking at position ${done} of ${all}`,
  proving: 'Proving since when it was decided',
  stop: 'Stop',
  again: 'Look again',
  accuracy: 'Accuracy',
  accuracyHow:
    'From how much each move takes off the chance to win, by the formula of lichess; moves count more where more was at stake.',
  marks: { '?!': 'Inaccuracy', '?': 'Mistake', '??': 'Blunder' } as Record<Mark, string>,
  many: { '?!': 'Inaccuracies', '?': 'Mistakes', '??': 'Blunders' } as Record<Mark, string>,
  thresholds: 'Takes 10, 20 or 30 hundredths off the chance to win.',
  mistakes: 'Mistakes',
  none: 'No mistakes found.',
  next: 'Next mistake',
  previous: 'Previous mistake',
  better: 'better was',
  betterOf: (move: string, better: string) => `${move}: show ${better}, which was better`,
  tryAgain: 'Try again',
  tryOf: (move: string) => `Try again: a better move than ${move}`,
  turned: 'The game turned.',
  proven: 'Proven',
  thrown: (loser: string, move: string) => `${loser} was winning until ${move}, which lost.`,
  lost: (loser: string, move: string) =>
    `${loser} is lost after ${move}. Of the moves before, that is not proven.`,
  always: (loser: string) => `${loser} was lost from the first position here.`,
  gaveAway: 'It gave a won game away.',

  retry: {
    heading: 'A better move',
    open: (seat: string, move: string) => `${seat} played ${move}. Enter a better move.`,
    judging: (move: string) => `Judging ${move}…`,
    best: (move: string) => `Good: ${move} is what the engine would play.`,
    good: (move: string, best: string) => `Good: ${move} is as good as ${best}.`,
    goodAlone: (move: string) => `Good: ${move} is better.`,
    bad: (move: string) => `${move} is not good enough. Try again.`,
    shown: (best: string) => `Better was ${best}.`,
    show: 'Show the answer',
    next: 'Next mistake',
    last: 'That was the last one.',
    leave: 'Back to the review',
  },

  graph: {
    chance: (seat: string) => `Chance of ${seat}`,
    decided: (winner: string) => `${winner} has won`,
    proven: (winner: string) => `${winner} wins, proven`,
    decidedFrom: 'proven',
  },

  engine: {
    settings: 'Settings of the engine',
    lines: 'Lines',
    endless: 'Without end',
    endlessHow: 'Goes on until it is stopped; otherwise for a minute.',
    thread: 'In a browser the engine has one thread.',
    speed: (nodes: string) => `${nodes} positions/s`,
    resting: 'resting',
    chances: (seat: string) => `chances of ${seat}`,
    prove: 'Prove who wins',
    proving: 'Proving… Stop',
    unproven: 'Not proven within a minute.',
    winning: 'Moves that win:',
    mark: 'Mark on the board',
    more: (n: number) => `${n} more`,
  },

  overlays: {
    show: 'Show',
    game: 'Game',
    line: 'Line',
    mobility: { amazons: 'Reach', santorini: 'Steps', hermit: 'What fits' } as Record<
      string,
      string
    >,
    counts: (what: string, counts: string) => `${what}: ${counts}`,
  },
}
