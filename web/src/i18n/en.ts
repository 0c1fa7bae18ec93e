// All texts of the page in English. The other languages have the same keys, which their type
// checks.

import type { Reason } from '../game/ending'
import { live, lobby } from './en.live'
import { account, people } from './en.people'
import { choosing } from './en.choosing'
import { reviewed } from './en.reviewed'

/** Those who have won or lost: their names, and whether there are several. */
export interface Side {
  names: string
  many: boolean
}

interface Ending {
  won: (winner: Side) => string
  lost: (winner: Side) => string
  seen: (winner: Side, loser: Side) => string
}

const has = ({ many }: Side) => (many ? 'have' : 'has')
const wins = ({ many }: Side) => (many ? 'win' : 'wins')

export const en = {
  title: 'thera',
  live,
  lobby,
  account,
  people,
  choosing,
  reviewed,
  nav: {
    label: 'Main',
    play: 'Play',
    analysis: 'Analysis',
    learn: 'Learn',
    puzzles: 'Puzzles',
    settings: 'Settings',
    skip: 'Skip to content',
  },

  loading: 'Loading the engine…',
  broken: (file: string) => `The engine can't be loaded (${file}). Is the server reachable?`,
  retry: 'Try again',
  nowhere: (page: string) => `There is no page “${page}” here.`,
  close: 'Close',
  cancel: 'Cancel',

  home: {
    heading: 'Games of space and height',
    lead: 'Play against the computer or somebody next to you, and analyze your games. The engine runs in your browser.',
    play: 'Play',
    kept: 'Your games',
    none: 'Games that you begin are kept here.',
    resume: 'Continue',
    look: 'Look back',
    remove: 'Delete',
    removeOf: (what: string) => `Delete ${what}`,
    moves: (n: number) => (n === 1 ? '1 move' : `${n} moves`),
    removed: (what: string) => `${what} is deleted.`,
    restore: 'Undo',
    missing: 'That game is no longer kept in this browser.',
  },

  newGame: {
    heading: 'New game',
    game: 'Game',
    variants: { board: 'Board', players: 'Players' },
    variant: (name: string) =>
      name === 'teams'
        ? 'Two against two'
        : /^\dp$/.test(name)
          ? `${name[0]} players`
          : name.replace('x', ' × '),
    opponent: 'Opponent',
    computer: 'Computer',
    people: 'People here',
    watch: 'Watch the computer',
    level: 'Level',
    strength: (elo: string) => `about ${elo} Elo above level 1`,
    weakest: 'the weakest',
    side: 'You play',
    random: 'Random',
    clock: 'Clock',
    noClock: 'None',
    clockOf: (minutes: number, seconds: number) => `${minutes} min + ${seconds} s`,
    start: 'Start position',
    startHint: 'Leave empty for the usual start.',
    begin: 'Play',
  },

  play: {
    you: 'You',
    computer: (level: number) => `Computer, level ${level}`,
    person: 'Person',
    yourTurn: 'Your turn',
    turnOf: (seat: string) => `${seat} to move`,
    thinking: 'The computer is thinking…',
    paused: 'Paused',
    elsewhere: 'Goes on in another tab',
    legal: (n: string) => `${n} legal moves`,
    undo: 'Take back',
    redo: 'Redo',
    hint: 'Hint',
    resign: 'Resign',
    wins: (side: Side) => `${side.names} ${wins(side)}`,
    resignSure: 'Resign this game?',
    rematch: 'Rematch',
    newGame: 'New game',
    analyze: 'Analyze',
    rules: 'Rules',
    flip: 'Flip',
    territory: 'Territory',
    pause: 'Pause',
    go: 'Go on',
    confirm: 'Confirm',
    done: 'Done',
    orDone: 'Or be done.',
    ways: 'How the next tap is meant',
    takeBackStep: 'Take back step',
    typeMove: 'Type a move',
    enter: 'Enter',
    first: 'First position',
    previous: 'Previous move',
    next: 'Next move',
    last: 'Last position',
    moves: 'Moves',
    start: 'Start',
    noMoves: 'No moves yet.',
    tools: 'Blocks',
    tool: (block: string, two: boolean) =>
      `${block}, ${two ? 'lying on two squares' : 'upright on one square'}`,
    possible: (square: string, blocks: string[]) =>
      blocks.length === 0 ? `${square}: no color fits` : `${square}: ${blocks.join(', ')} possible`,
    confirmMove: 'Confirm the move.',
    territoryCount: (owned: string, contested: number) => `${owned}, contested ${contested}`,
  },

  /** How a game has ended, told to the winner, to who has lost, and to all others. */
  endings: {
    stuck: {
      won: () => 'You win! The other side cannot move.',
      lost: ({ many }) =>
        many ? 'Your side cannot move: you lose.' : 'You cannot move: you lose.',
      seen: (winner, loser) => `${loser.names} cannot move: ${winner.names} ${wins(winner)}.`,
    },
    climb: {
      won: ({ many }) =>
        `You win! ${many ? 'Your side has' : 'You have'} climbed to the third storey.`,
      lost: (winner) => `${winner.names} ${has(winner)} climbed to the third storey: you lose.`,
      seen: (winner) => `${winner.names} ${wins(winner)} by climbing to the third storey.`,
    },
    drop: {
      won: ({ many }) =>
        `You win! ${many ? 'Your side has' : 'You have'} stepped down two levels, as Pan may.`,
      lost: (winner) =>
        `${winner.names} ${has(winner)} stepped down two levels, as Pan may: you lose.`,
      seen: (winner) => `${winner.names} ${wins(winner)} with Pan, by stepping down two levels.`,
    },
    last: {
      won: ({ many }) =>
        many ? 'You win! Your side is the last one left.' : 'You win! You are the last one left.',
      lost: (winner) =>
        `${winner.names} ${winner.many ? 'are the last ones' : 'is the last one'} left: you lose.`,
      seen: (winner) =>
        `${winner.names} ${wins(winner)}, the last ${winner.many ? 'ones' : 'one'} left.`,
    },
    resignation: {
      won: () => 'You win! The other side has resigned.',
      lost: () => 'You have resigned: you lose.',
      seen: (winner, loser) =>
        `${loser.names} ${has(loser)} resigned: ${winner.names} ${wins(winner)}.`,
    },
    time: {
      won: () => 'You win! The other side has run out of time.',
      lost: () => 'Your time is up: you lose.',
      seen: (winner, loser) =>
        `${loser.names} ${has(loser)} run out of time: ${winner.names} ${wins(winner)}.`,
    },
  } as Record<Reason, Ending>,

  /** What is said to those who do not see the board. */
  said: {
    move: (n: number, player: string, move: string) => `Move ${n}, ${player}: ${move}.`,
    hint: (move: string) => `Hint: ${move}.`,
  },

  analysis: {
    engine: 'Engine',
    bar: 'Chance of the first player',
    graph: 'Chance of the first player over the game',
    unknown: 'unknown',
    noGraph: '“Analyze all” draws how the game went.',
    lines: 'Best lines',
    depth: (plies: string) => `depth ${plies}`,
    proven: (plies: number, first: boolean, seats: readonly string[], players: number) =>
      players === 2
        ? `${seats[first ? 0 : 1]} wins in ${plies}`
        : `${first ? 'win' : 'loss'} in ${plies}`,
    proof: (seat: string, moves: number, nimber: number) =>
      [
        `Proven: ${seat} wins`,
        moves > 0 && (moves === 1 ? 'by 1 move' : `by ${moves} moves`),
        nimber >= 0 && `nimber ${nimber}`,
      ]
        .filter(Boolean)
        .join(', '),
    examine: 'Analyze all',
    import: 'Import',
    importHint: 'A game as SGF, GGF, Botzone or thera record, or the text of a position.',
    text: 'Game',
    read: 'Open',
    file: 'From a file…',
    tooLarge: (name: string) => `${name} is too large: want at most 4 MiB.`,
    export: 'Share',
    link: 'Link to this game',
    position: 'Position',
    format: 'Format',
    formats: { thera: 'thera', sgf: 'SGF', ggf: 'GGF', botzone: 'Botzone' },
    download: 'Download',
    copy: 'Copy',
    copied: 'Copied',
    remove: 'Cut off',
    promote: 'Main line',
    playHere: 'Play on',
    newBoard: 'New board…',
  },

  display: {
    heading: 'The game of the text program',
    gone: 'The text program has ended.',
    auto: (seat: string) => `${seat}: let the computer play`,
    manual: (seat: string) => `${seat}: play by hand`,
    seed: 'Seed',
    set: 'Set',
    quit: 'Quit',
  },
  editor: {
    heading: 'Set up a position',
    open: 'Set up…',
    put: 'Put on the board',
    brushes: { '': 'nothing', '+': 'one storey up', '-': 'one down' } as Record<string, string>,
    turn: 'To move',
    empty: 'Empty the board',
    take: 'Use this position',
  },

  puzzles: {
    find: (side: string) => `${side} to move: find the only move that wins`,
    right: 'Right, that wins!',
    wrong: 'That lets the win slip. Try again.',
    answer: (move: string) => `The move was ${move}`,
    facts: (plies: number, moves: string) => `Win in ${plies} plies, one of ${moves} moves`,
    next: 'Next puzzle',
    show: 'Show the move',
    all: 'All puzzles',
    withPowers: 'With powers',
    number: (n: number, plies: number, done: boolean) =>
      `Puzzle ${n}, win in ${plies} plies${done ? ', solved' : ''}`,
    graded: 'From short wins to long ones. That one move wins and all others lose is proven.',
  },

  learn: {
    programming: 'Programming exercises',
    heading: (game: string) => `Learn ${game}`,
    exercises: 'Exercises',
    again: 'Again',
    play: (game: string) => `Play ${game}`,
    verdicts: {
      judging: 'The engine is checking…',
      met: 'Well done!',
      missed: 'Not quite. Try again.',
    },
  },

  /** Of the powers of gods. */
  powers: {
    heading: 'The powers',
    lead: 'Each player may have the power of a god. What its card says goes before the rules.',
    inForce: 'No rival may go up until her next turn.',
    all: 'All powers',
    again: (name: string) => `Show ${name} at work again`,
    example: (name: string) => `${name} at work`,
  },

  board: {
    label: 'Board',
    level: (level: number) => (level === 4 ? 'dome' : `level ${level}`),
    chosen: 'chosen',
    option: 'can be chosen',
    barred: 'may not go up',
    tilted: 'From the side',
    fromAbove: 'From above',
    turnLeft: 'Turn the board left',
    turnRight: 'Turn the board right',
  },

  settings: {
    heading: 'Settings',
    theme: 'Theme',
    themes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
    language: 'Language',
    sound: 'Sounds',
    coordinates: 'Coordinates',
    tilted: 'Towers from the side',
    confirm: 'Confirm moves',
    keys: 'Keys',
    keyList: [
      ['←  →', 'a move back, a move on'],
      ['Home  End', 'the start, the last move'],
      ['Esc', 'take back a step of the turn'],
      ['F', 'turn the board'],
      ['Tab, arrows, Enter', 'walk on the board and play there'],
    ] as [string, string][],
  },
}

export type Catalogue = typeof en
