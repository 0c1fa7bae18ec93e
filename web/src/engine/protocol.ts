// The messages of Go's package internal/browser, as it writes them. What they
// mean stands there; engine.test.ts holds the two against each other.

export interface GameInfo {
  name: string
  variants: VariantInfo[]
  strengths: number[]
}

export interface VariantInfo {
  name: string
  position: string
  seats: number
}

/** A square; owner is a seat from 0, -1 for nobody. */
export interface Cell {
  piece?: string
  owner: number
  level?: number
}

/** One way to enter a legal move step by step; none is the beginning of another. */
export interface Way {
  move: string
  steps: string[]
}

/** A position as it is drawn and played on. Seats count from 0. */
export interface View {
  game: string
  position: string
  seats: number
  turn: number
  winners: number[]
  files: number
  ranks: number
  storeys: boolean
  /** Rank by rank from a1. */
  cells: Cell[]
  count: number
  ways: Way[]
  territory?: string
}

export interface Played {
  move: string
  view: View
}

export interface Station {
  move?: string
  position: string
  turn: number
  winners: number[]
}

export interface Replayed {
  seats: number
  stations: Station[]
  error?: string
}

export interface GameText {
  game: string
  start: string
  tags: { name: string; value: string }[]
  turns: { move: string; comment?: string }[]
  winners: number[]
  reason?: string
}

export type RecordFormat = 'thera' | 'sgf' | 'ggf' | 'botzone'

export interface Found {
  format: RecordFormat | 'position'
  games: GameText[]
  error?: string
}

/** A line of play; win is the chance of the seat to move, proven counts plies. */
export interface Line {
  moves: string[]
  win: number
  proven: number
  depth: number
}

export interface Searched {
  depth: number
  nodes: number
  millis: number
  lines: Line[]
}

/** What a solver has proven. */
export interface Solved {
  proven: boolean
  winners: number[]
  /** All moves that win for the seat to move. */
  moves: string[]
  /** -1 where there is none or it is unknown. */
  nimber: number
  nodes: number
}

export interface SearchParams {
  game: string
  position: string
  level?: number
  millis?: number
  nodes?: number
  depth?: number
  lines?: number
  seed?: number
  /** What the seats have left and get with each turn, in milliseconds. */
  clocks?: { left: number; increment: number }[]
}

export interface ComposeParams {
  game: string
  seats: number
  turn: number
  files: number
  ranks: number
  cells: Cell[]
}

/** What can be asked, and what the answers are. */
export interface Methods {
  games: { params: object; result: GameInfo[] }
  start: { params: { game: string; variant: string }; result: View }
  view: { params: { game: string; position: string }; result: View }
  compose: { params: ComposeParams; result: View }
  play: { params: { game: string; position: string; move: string }; result: Played }
  replay: { params: { game: string; start: string; moves: string[] }; result: Replayed }
  read: { params: { game: string; text: string }; result: Found }
  write: { params: GameText & { format: RecordFormat }; result: string }
  search: { params: SearchParams; result: Searched }
  solve: { params: { game: string; position: string; millis: number }; result: Solved }
  stop: { params: { search: number }; result: boolean }
}

export interface Reply {
  id?: number
  result?: unknown
  progress?: Searched
  error?: string
}
