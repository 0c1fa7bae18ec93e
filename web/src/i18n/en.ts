// All texts of the page in English. The other languages have the same keys, which their type
// checks.

import type { GameName } from '../engine/protocol'

const pieces: Record<string, string> = {
  Q: 'white amazon',
  q: 'black amazon',
  '*': 'arrow',
  A: 'worker of player A',
  B: 'worker of player B',
  C: 'worker of player C',
  D: 'worker of player D',
}

const colors: Record<string, string> = { R: 'red', Y: 'yellow', B: 'blue' }

const seats: Record<GameName, string[]> = {
  amazons: ['White', 'Black'],
  santorini: ['Player A', 'Player B', 'Player C', 'Player D'],
  hermit: ['Player 1', 'Player 2'],
}

/** The texts that teach a game, in the order of learn/lessons.ts. */
interface Lessons {
  lead: string
  rules: { heading: string; text: string }[]
  exercises: { heading: string; text: string }[]
}

export const en = {
  title: 'thera',
  games: { amazons: 'Amazons', santorini: 'Santorini', hermit: 'Hermit' } as Record<
    GameName,
    string
  >,
  blurbs: {
    amazons: 'Move like a queen, then shoot an arrow that stays. Who can no longer move loses.',
    santorini: 'Step, then build. Climb onto the third storey and you win.',
    hermit: 'Put down blocks; equal colors never touch. Who has no room left loses.',
  } as Record<GameName, string>,
  seats,
  colors,

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
  broken: (error: string) => `The engine can't be loaded: ${error}`,
  close: 'Close',
  cancel: 'Cancel',

  home: {
    heading: 'Three games of space and height',
    lead: 'Play against the computer or somebody next to you, and analyze your games. The engine runs in your browser.',
    play: 'Play',
    kept: 'Your games',
    none: 'Games that you begin are kept here.',
    resume: 'Continue',
    look: 'Look back',
    remove: 'Delete',
    removeOf: (what: string) => `Delete ${what}`,
    moves: (n: number) => (n === 1 ? '1 move' : `${n} moves`),
    missing: 'That game is no longer kept in this browser.',
  },

  newGame: {
    heading: 'New game',
    game: 'Game',
    board: 'Board',
    players: 'Players',
    variant: (name: string) =>
      /^\dp$/.test(name) ? `${name[0]} players` : name.replace('x', ' × '),
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
    legal: (n: string) => `${n} legal moves`,
    undo: 'Take back',
    redo: 'Redo',
    hint: 'Hint',
    resign: 'Resign',
    resignSure: 'Resign this game?',
    rematch: 'Rematch',
    newGame: 'New game',
    analyze: 'Analyze',
    flip: 'Flip',
    territory: 'Territory',
    pause: 'Pause',
    go: 'Go on',
    confirm: 'Confirm',
    takeBackStep: 'Take back step',
    typeMove: 'Type a move',
    typeExample: { amazons: 'd1-d7(g7)', santorini: 'c3-c4(d4)', hermit: 'Ya3-b3' } as Record<
      GameName,
      string
    >,
    enter: 'Enter',
    first: 'First position',
    previous: 'Previous move',
    next: 'Next move',
    last: 'Last position',
    moves: 'Moves',
    start: 'Start',
    noMoves: 'No moves yet.',
    wins: (seat: string) => `${seat} wins`,
    youWin: 'You win!',
    youLose: 'You lose',
    reasons: {
      resignation: 'by resignation',
      time: 'on time',
      stuck: 'the other side cannot move',
      climb: 'by climbing to the third storey',
      last: 'last one left',
    } as Record<string, string>,
    tools: 'Blocks',
    tool: (color: string, two: boolean) =>
      `${colors[color] ?? color}, ${two ? 'lying on two squares' : 'upright on one square'}`,
    possible: (square: string, letters: string[]) =>
      letters.length === 0
        ? `${square}: no color fits`
        : `${square}: ${letters.map((c) => colors[c] ?? c).join(', ')} possible`,
    choose: {
      piece: 'Choose a piece.',
      to: 'Choose where it goes.',
      arrow: 'Choose where the arrow lands.',
      build: 'Choose where to build.',
      place: 'Choose two squares for your workers.',
      placeSecond: 'Choose a square for your second worker.',
      block: 'Choose a block and a square for it.',
      blockSecond: 'Choose the second square.',
      confirm: 'Confirm the move.',
    },
    territoryCount: (white: number, black: number, contested: number) =>
      `White ${white}, Black ${black}, contested ${contested}`,
  },

  analysis: {
    engine: 'Engine',
    bar: 'Chance of the first player',
    graph: 'Chance of the first player over the game',
    unknown: 'unknown',
    lines: 'Best lines',
    depth: (plies: number) => `depth ${plies}`,
    proven: (plies: number, first: boolean, seats: string[], players: number) =>
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
    brush: (piece: string, game: GameName) =>
      piece === ''
        ? 'nothing'
        : piece === '+'
          ? 'one storey up'
          : piece === '-'
            ? 'one down'
            : game === 'hermit'
              ? (colors[piece] ?? piece)
              : game === 'santorini'
                ? `worker ${piece}`
                : (pieces[piece] ?? piece),
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
    number: (n: number, plies: number, done: boolean) =>
      `Puzzle ${n}, win in ${plies} plies${done ? ', solved' : ''}`,
    graded: 'From short wins to long ones. That one move wins and all others lose is proven.',
  },

  learn: {
    heading: (game: string) => `Learn ${game}`,
    exercises: 'Exercises',
    again: 'Again',
    play: (game: string) => `Play ${game}`,
    verdicts: {
      judging: 'The engine is checking…',
      met: 'Well done!',
      missed: 'Not quite. Try again.',
    },
    games: {
      amazons: {
        lead: 'Two sides of amazons fight for room on a board that shrinks with each arrow.',
        rules: [
          {
            heading: 'The board',
            text: 'White and Black have amazons, crowns on this board. White moves first. The usual board has ten by ten squares and four amazons a side; this is the smallest one here.',
          },
          {
            heading: 'A turn has two parts',
            text: 'One of your amazons moves like a queen in chess: any number of empty squares in a straight line, in any direction. From there she shoots an arrow, which flies the same way and stays for the rest of the game. The square she has left is free for the arrow.',
          },
          {
            heading: 'Who can no longer move loses',
            text: 'Amazons and arrows block the way for all. Black is to move here and has none: White has won. Nothing is captured, and there are no draws.',
          },
        ],
        exercises: [
          {
            heading: 'Move and shoot',
            text: 'Choose your amazon, a square for her, and a square for the arrow. Any turn will do.',
          },
          {
            heading: 'Shut her in',
            text: 'Black has one square left to go to. Win with this turn.',
          },
          {
            heading: 'Take the room',
            text: 'Soon the sides will be apart, and then the one with more room wins. Find a turn that wins for certain.',
          },
        ],
      },
      santorini: {
        lead: 'Build towers with your two workers, and be the first to stand on top of one.',
        rules: [
          {
            heading: 'Workers and towers',
            text: 'First each player puts two workers on free squares. Towers have up to three storeys, shown with their height, and a dome on top of the third.',
          },
          {
            heading: 'Move, then build',
            text: 'One of your workers moves to a neighboring square, at most one storey up, or down as far as you like. Then the same worker builds a storey, or a dome on a third storey, next to where it stands. Workers and domes block a square.',
          },
          {
            heading: 'Climb to win',
            text: 'Who moves up onto a third storey wins at once. Who can neither move nor build loses; with three or four players, he is out and the others go on.',
          },
        ],
        exercises: [
          { heading: 'Place your workers', text: 'Choose two squares for your workers.' },
          { heading: 'Climb', text: 'One of your workers stands on a second storey. Win now.' },
          {
            heading: 'Stop the climb',
            text: 'Player B stands on a second storey, next to a third. Make a turn after which B cannot climb at once.',
          },
        ],
      },
      hermit: {
        lead: 'Blocks of one color never touch. Leave your opponent without room for a single one.',
        rules: [
          {
            heading: 'Blocks',
            text: 'A turn puts down one block, red, yellow or blue: upright on one empty square or lying on two that share a side. There are enough of all of them. Both players use the same blocks.',
          },
          {
            heading: 'Equal colors keep apart',
            text: 'A block must not touch another one of its color, not even at a corner. Point at a square to see which colors still fit.',
          },
          {
            heading: 'Who has no room loses',
            text: 'The last square here touches red, yellow and blue: no block fits, and whoever is to move has lost.',
          },
        ],
        exercises: [
          {
            heading: 'Put down a block',
            text: 'Choose a block below the board, then its square, or its two squares. Any turn will do.',
          },
          { heading: 'The last word', text: 'Make a turn after which no block fits anywhere.' },
          { heading: 'Count the turns', text: 'Only one turn wins for certain. Find it.' },
        ],
      },
    } as Record<GameName, Lessons>,
  },

  board: {
    label: 'Board',
    square: (name: string, piece: string | undefined, level: number | undefined) =>
      [name, piece && (pieces[piece] ?? piece), level && (level === 4 ? 'dome' : `level ${level}`)]
        .filter(Boolean)
        .join(', '),
    block: (color: string) => `${colors[color] ?? color} block`,
    chosen: 'chosen',
    option: 'can be chosen',
  },

  settings: {
    heading: 'Settings',
    theme: 'Theme',
    themes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
    language: 'Language',
    sound: 'Sounds',
    coordinates: 'Coordinates',
    confirm: 'Confirm moves',
  },
}

export type Catalogue = typeof en
