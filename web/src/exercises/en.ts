// The texts of the exercises' pages in English.

import type { Lesson, Name } from './exercises'

const amazonsRules = [
  'The board has 10 by 10 squares. White has four amazons, and so has black. White begins, and they take turns.',
  'A turn has two parts. One of the player’s own amazons moves like a queen of chess: any number of free squares in one of eight directions. Then it shoots an arrow from where it has landed, which flies like a queen too, perhaps back over the square that it came from.',
  'Nothing crosses or enters a square where an amazon stands or an arrow has landed. Arrows stay.',
  'Who can’t make a turn any more has lost. There are no draws.',
]

export const en = {
  heading: 'Exercises',
  lead: 'Boards of programming exercises. Type what the exercise lets you type, and see what a right solution prints.',
  live: 'Try it',
  type: 'Type a line',
  run: 'Enter',
  next: (statement: string) => `Next: ${statement}`,
  restart: 'Start over',
  undo: 'Take back',
  board: 'The board',
  rules: 'The rules',
  formats: 'What is written how',
  notUnderstood: (why: string) => `not understood: ${why}`,
  all: 'All exercises',
  play: 'Play the game',
  boardText: 'Text of the board',
  rows: (n: number) => `row ${n}`,
  lessons: {
    amazons: {
      heading: 'Amazons (Python)',
      task: 'A class Amazons that simulates a game. It enforces no turns: it says only whether the squares allow a move.',
      rules: amazonsRules,
      formats: [
        ['(r, c)', 'a square: its row from the top and its column from the left, both from 0'],
        ['a b c d · A B C D', 'the amazons of white, and those of black'],
        ['N NE E SE S SW W NW', 'the eight directions'],
        ['_ *', 'in the text of the board: a free square, and an arrow'],
        [
          'board.move_amazon(letter, direction, n)',
          'n squares in a direction; returns the board, or raises AssertionError: invalid move',
        ],
        ['board.shoot_arrow(letter, direction, n)', 'the same for an arrow'],
        ['board.possible_directions(letter)', 'those whose first square is free'],
        ['board.winner()', '0 while both colors can move, 1 if white has won, 2 if black has'],
      ],
    },
    amazones: {
      heading: 'Amazones (JavaScript, in Dutch)',
      task: 'The same exercise in JavaScript, with Dutch names.',
      rules: amazonsRules,
      formats: [
        ['[r, k]', 'a square: its row from the top and its column from the left, both from 0'],
        ['a b c d · A B C D', 'the amazons of white, and those of black'],
        ['N NO O ZO Z ZW W NW', 'the eight directions, in Dutch'],
        [
          'spelbord.verzetAmazone(letter, richting, n)',
          'moves an amazon, or throws “ongeldige zet”',
        ],
        ['spelbord.schietPijl(letter, richting, n)', 'shoots an arrow'],
        [
          'spelbord.mogelijkeRichtingen(letter)',
          'directions whose first square is free, clockwise from N',
        ],
        ['spelbord.winnaar()', '0 while both colors can move, 1 if white has won, 2 if black has'],
      ],
    },
    hermit: {
      heading: 'Hermit (Python)',
      task: 'A class Hermit that simulates a game on a board of n by n squares.',
      rules: [
        'Players take turns to place a block of any of three colors: upright on one square, or on its side on two.',
        'Blocks stand on empty squares, and no block touches another one of its color, not even at a corner.',
        'Who can’t place a block any more has lost.',
      ],
      formats: [
        ['(r, c)', 'a square: its row from the top and its column from the left, both from 0'],
        ['Y B R', 'the colors: yellow, blue, red'],
        ['U H V', 'how a block is placed: upright, horizontal, vertical'],
        ['.', 'in the text of the board: an empty square; squares are a blank apart'],
        ['board.positions((r, c), placement)', 'the squares that a block would cover'],
        ['board.isvalid(color, (r, c))', 'whether a block of the color may cover a square'],
        [
          'board.move(color, (r, c), placement)',
          'places a block; returns the board, or raises AssertionError: invalid move',
        ],
        ['board.possible_moves()', 'the set of all moves'],
      ],
    },
    santorini: {
      heading: 'Santorini (Python)',
      task: 'A class Santorini that simulates a game of two, three or four players with two workers each.',
      rules: [
        'On a board of 5 by 5 squares a worker moves to a neighboring square and then builds on one: a block on the ground or on a tower, or the dome on a tower of three blocks.',
        'A worker climbs one level at most and goes down as far as he likes. Nobody moves to, or builds on, a square with a worker or a dome.',
        'Whoever is the first to move a worker onto the third level has won.',
      ],
      formats: [
        ['(r, c)', 'a square: its row from the top and its column from the left, both from 0'],
        ['A B C D …', 'the workers: A and B are the first player’s'],
        ['N NE E SE S SW W NW', 'the eight directions'],
        [
          '0 1 2 3 4',
          'in the text of the board: how high a square is built, 4 with the dome; a worker hides it',
        ],
        [
          'board.move_worker(letter, direction)',
          'returns the board, or raises AssertionError: invalid move',
        ],
        ['board.build_tower(letter, direction)', 'the same'],
        ['board.level(letter)', 'how high a worker stands'],
        [
          'board.winning_worker()',
          'the letter of the one who was first on the third level, or nothing',
        ],
      ],
    },
    text: {
      heading: 'The Amazons text program',
      task: 'A program that plays Amazons by lines of text, as graders and other programs talk to it. Here its computer player is quick and not strong; thera amazons has the strong one.',
      rules: amazonsRules,
      formats: [
        ['d1-d7(g7)', 'a move: from, to, and where the spear lands. d1 d7 g7 is the same'],
        ['a … j, 1 … 10', 'columns from the left, rows from the bottom'],
        ['new', 'a new game'],
        [
          'auto C, manual C',
          'the computer plays C, white or black; or you do. At first white is manual and black automatic',
        ],
        ['seed N', 'with the same N and the same moves of yours the computer plays the same'],
        ['dump', 'the board between two lines ===: W and B are queens, S is a spear'],
        ['* a1-c3(c6)', 'is printed for a move of the computer; * White wins. at the end'],
        ['undo, help, quit', 'and # begins a comment'],
      ],
    },
  } satisfies Record<Name, Lesson>,
}

export type Words = Omit<typeof en, 'lessons'> & { lessons: Record<Name, Lesson> }
