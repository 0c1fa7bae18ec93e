// The programming exercises: what they ask for, and sessions to start with.

export type Name = 'amazons' | 'amazones' | 'hermit' | 'santorini' | 'text'

/** The text of an exercise in one language. */
export interface Lesson {
  heading: string
  /** What the program should do, in a sentence. */
  task: string
  rules: readonly string[]
  /** The notation: calls, squares, boards. */
  formats: readonly (readonly [code: string, meaning: string])[]
}

export interface Exercise {
  name: Name
  /** The session's language: a programming language, or that of the text program. */
  language: 'python' | 'javascript' | 'text'
  /** What is typed at the start. */
  start: readonly string[]
  /** What might be typed next, one line after another. */
  next: readonly string[]
}

export const exercises: readonly Exercise[] = [
  {
    name: 'amazons',
    language: 'python',
    start: ['board = Amazons()', 'print(board)'],
    next: [
      "board.possible_directions('a')",
      "board.move_amazon('a', 'W', 3)",
      "print(board.move_amazon('a', 'SE', 2))",
      "print(board.shoot_arrow('a', 'NE', 6))",
      "print(board.move_amazon('C', 'E', 3).shoot_arrow('C', 'SW', 2))",
      'board.arrows',
      'board.winner()',
    ],
  },
  {
    name: 'amazones',
    language: 'javascript',
    start: ['const spelbord = new Amazones()', 'console.log(spelbord.toString())'],
    next: [
      'spelbord.mogelijkeRichtingen("a")',
      'spelbord.verzetAmazone("a", "W", 3)',
      'console.log(spelbord.verzetAmazone("a", "ZO", 2).toString())',
      'console.log(spelbord.schietPijl("a", "NO", 6).toString())',
      'spelbord.pijlen',
      'spelbord.winnaar()',
    ],
  },
  {
    name: 'hermit',
    language: 'python',
    start: ['board = Hermit(4)', 'print(board)'],
    next: [
      "board.positions((0, 0), 'H')",
      "print(board.move('R', (0, 0), 'H'))",
      "print(board.move('R', (1, 2), 'V'))",
      "print(board.move('B', (0, 2), 'U').move('Y', (1, 2), 'U'))",
      "print(board.move('R', (3, 1), 'U').move('Y', (3, 2), 'H'))",
      "print(board.move('R', (1, 3), 'V').move('B', (2, 0), 'H'))",
      'board.possible_moves()',
    ],
  },
  {
    name: 'santorini',
    language: 'python',
    start: ['board = Santorini([(3, 0), (4, 1), (1, 1), (2, 2)])', 'print(board)'],
    next: [
      "print(board.move_worker('B', 'E'))",
      "print(board.build_tower('B', 'W'))",
      "board.level('B')",
      "print(board.move_worker('C', 'SW').build_tower('C', 'E'))",
      "board.move_worker('A', 'W')",
      'board.winning_worker()',
    ],
  },
  {
    name: 'text',
    language: 'text',
    start: ['manual black', 'd1-d7(g7)'],
    next: ['dump', 'a7 a6 a5', 'd7-d5(d7)', 'auto black', 'seed 42', 'dump', 'jump'],
  },
]
