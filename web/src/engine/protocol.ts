// The messages to and from the engine. Made from Go's types by
//
//   go test ./internal/ui/browser/whole -run TypeScript -update
//
// Seats are counted from 1.

/** What can be asked, and what the answers are. */
export interface Methods {
  games: { params: object; result: GameInfo[] }
  start: { params: StartParams; result: View }
  settle: { params: SettleParams; result: Settled }
  draft: { params: DraftParams; result: Progress }
  view: { params: PositionParams; result: View }
  compose: { params: ComposeParams; result: View }
  enter: { params: EnterParams; result: Entered }
  play: { params: PlayParams; result: Played }
  eliminate: { params: EliminateParams; result: View }
  replay: { params: ReplayParams; result: Replayed }
  search: { params: SearchParams; result: Search }
  stop: { params: StopParams; result: boolean }
  rate: { params: RateParams; result: Strength }
  session: { params: SessionParams; result: Transcript }
  text: { params: TextParams; result: TextRun }
  locate: { params: PositionParams; result: Located }
  explore: { params: ExploreParams; result: Choices }
  read: { params: ReadParams; result: Found }
  write: { params: WriteParams; result: string }
  solve: { params: SolveParams; result: Proof }
}

/** A reply has the id of its request, unless the engine could not be started. */
export interface Reply {
  id?: number
  result?: unknown
  progress?: Search
  error?: string
  fault?: Fault
}

/** What is wrong with what a person has given. */
export const faultCodes = ['move', 'position', 'board', 'text', 'record', 'empty'] as const

export interface Fault {
  code: (typeof faultCodes)[number]
  /** What was given, or its beginning. */
  input?: string
  /** An example of what would do. */
  want?: string
}

export type RecordFormat = 'thera' | 'sgf' | 'ggf' | 'botzone'

export interface VariantInfo {
  name: string
  position: string
  /** How many play. */
  seats: number
}

export interface PairInfo {
  /** By seat. */
  powers: string[]
  /** The share of games that seat 1 wins. */
  first: number
  /** Half the width of its interval of 95 %. */
  error: number
  games: number
  /** Whether it is near enough to one half to be drawn as fair. */
  even: boolean
  /** Whether one seat is much better off. */
  unfair: boolean
}

export interface PowersInfo {
  /** What a seat without a power has. */
  none: string
  /** Those that can be drawn and offered. */
  names: string[]
  /** What has been measured of two against each other. */
  pairs: PairInfo[]
}

export interface GameInfo {
  name: string
  variants: VariantInfo[]
  /** Estimated Elo ratings of the levels from 1, in points above level 1. */
  strengths: number[]
  /** What seats can have, absent where there is nothing. */
  powers?: PowersInfo
}

export interface StartParams {
  game: string
  /** Empty for the default. */
  variant: string
}

export interface Cell {
  /** What stands there, such as amazon or red: absent for nothing. */
  kind?: string
  /** The letter that plain text draws it by. */
  piece?: string
  /** A seat, counted from 1, of partners the first; 0 for nobody. */
  owner: number
  /** Storeys, 4 with the dome. */
  level?: number
}

export interface View {
  game: string
  /** The position's canonical text. */
  position: string
  /** The seat to move, counted from 1; after the end, the seat that would be. */
  turn: number
  /** The seats that have won, none until the game is over. */
  winners: number[]
  /** How the rules have ended the game, such as stuck: absent while it goes on. */
  ending?: string
  /** Players at the start. */
  seats: number
  files: number
  ranks: number
  /** Whether levels are to be drawn. */
  storeys: boolean
  /** Whether every other seat is in the same team. */
  teams?: boolean
  /** For each seat what it may do beyond the rules for all, with a mark for what is in force, as in athena^. */
  powers?: string[]
  /** Rank by rank from a1. */
  cells: Cell[]
  /** Number of legal moves. */
  count: number
  /** For each cell who gets there first: a seat's number, = for several at once, - for nobody. */
  territory?: string
  /** For each cell whose pieces can go there in one turn: a seat's number, = for several, - for nobody. */
  mobility?: string
}

export interface SettleParams {
  game: string
  variant: string
  /** None, random, fair, or the powers by seat, as in athena,pan. */
  way: string
  /** From which powers that are drawn follow. */
  seed?: number
}

export interface Settled {
  variant: string
  position: string
}

export interface Act {
  do: string
  player: number
  powers?: string[]
  first?: number
}

export interface DraftParams {
  game: string
  players: number
  /** What has been done, and perhaps what somebody does now. */
  acts: Act[]
  /** If it is not 0, the computer does what is to be done next. */
  seed?: number
}

export interface Step {
  do: string
  player: number
  count?: number
  from?: string[]
}

export interface Progress {
  players: number
  cards: string[]
  acts: Act[]
  taken: string[]
  next?: Step
  powers?: string[]
  order?: number[]
}

export interface PositionParams {
  game: string
  /** In any text that the rules read. */
  position: string
}

export interface ComposeParams {
  game: string
  seats: number
  turn: number
  files: number
  ranks: number
  /** As a position has it. */
  teams?: boolean
  /** As a position has them. */
  powers?: string[]
  /** Rank by rank from a1; letters of pieces don't count. */
  cells: Cell[]
}

export interface EnterParams {
  game: string
  /** In any text that the rules read. */
  position: string
  /** Taken so far. */
  steps: string[]
  /** Typed after them: a whole move, or steps that go on or begin anew. */
  text?: string
}

export interface Option {
  /** A square, one with a dash for a piece that goes on, or a capital letter for what is put down. */
  step: string
  /** What it would make up, if it does. */
  move?: string
  /** Whether squares could follow it. */
  more?: boolean
  /** The capital letters that could follow, and what they would make up. */
  letters?: Record<string, string>
}

export interface Entered {
  /** Taken so far, the typed ones included. */
  steps: string[]
  /** The steps that may follow, in the order of the moves. */
  options: Option[]
  /** What the steps make up, if they do. */
  move?: string
  /** Whether they make up a move and begin no other. */
  complete: boolean
  /** What stands where with the steps taken, rank by rank from a1; absent without steps. */
  cells?: Cell[]
}

export interface PlayParams {
  game: string
  /** In any text that the rules read. */
  position: string
  /** In any text that the rules read. */
  move: string
}

export interface Played {
  move: string
  view: View
}

export interface EliminateParams {
  game: string
  /** In any text that the rules read. */
  position: string
  /** Counted from 1. */
  seat: number
}

export interface ReplayParams {
  game: string
  start: string
  moves: string[]
}

export interface Station {
  /** That led to it; absent for the first. */
  move?: string
  /** The position's canonical text. */
  position: string
  /** The seat to move, counted from 1; after the end, the seat that would be. */
  turn: number
  /** The seats that have won, none until the game is over. */
  winners: number[]
  /** How the rules have ended the game, such as stuck: absent while it goes on. */
  ending?: string
}

export interface Replayed {
  seats: number
  /** The start first. */
  stations: Station[]
  /** What is wrong with the move after the last station. */
  error?: string
}

export interface Clock {
  /** Milliseconds. */
  left: number
  /** Milliseconds added after each turn. */
  increment: number
}

export interface SearchParams {
  game: string
  /** In any text that the rules read. */
  position: string
  millis?: number
  nodes?: number
  /** In plies. */
  depth?: number
  /** Of all seats in their order: the engine spends a share of that of the seat to move. */
  clocks?: Clock[]
  /** 1 to 8; the highest if absent. */
  level?: number
  /** Tell the best lines of this number of moves; 1 if absent. */
  lines?: number
  /** Know nothing of earlier searches: with a limit in nodes or plies alone, the answer is the same on every machine. */
  fresh?: boolean
  /** Varies play; below 2^53, as all numbers here. */
  seed?: number
}

export interface Score {
  win_probability: number
  proven: boolean
  /** When proven, the turns until the end at the latest: 0 when the game is over. */
  plies?: number
  /** When not proven, the engine's estimate: 100·ln(p/(1−p)) for a win probability p. */
  centilogits?: number
}

export interface Line {
  /** 1 for the best move, 2 for the next best. */
  rank: number
  /** Absent when the game is over. */
  move?: string
  /** What the position is worth to the seat to move. */
  score: Score
  /** Plies searched in full. */
  depth: number
  /** The play expected from here, this move first. */
  line: string[]
}

export interface Search {
  game: string
  position: string
  /** 1 for the best move. */
  rank: number
  /** Absent when the game is over. */
  move?: string
  /** What the position is worth to the seat to move. */
  score: Score
  /** Plies searched in full. */
  depth: number
  /** Positions searched. */
  nodes: number
  seconds: number
  /** The play expected from here. */
  line: string[]
  /** The seats that have won, when the game is over. */
  winners?: number[]
  /** The next best moves, if more lines than one were asked for. */
  others?: Line[]
}

export interface StopParams {
  search: number
}

export interface Strength {
  rating: number
  /** Half the width of the interval that holds it nineteen times in twenty. */
  deviation: number
  /** How erratic the results are. */
  volatility: number
}

export interface RateParams {
  /** What is known of the solver before; absent at the first puzzle. */
  solver?: Strength
  /** Milliseconds since the attempt before. */
  idle: number
  /** The puzzle's grade. */
  puzzle: number
  /** Whether the first try was right. */
  solved: boolean
}

export interface SessionParams {
  /** python or javascript. */
  language: string
  /** Without prompts. */
  statements: string[]
}

export interface Printed {
  statement: string
  output?: string
  /** Why it was not understood; it counts for nothing. */
  error?: string
  /** The board after it, as text. */
  board?: string
}

export interface Transcript {
  prompt: string
  steps: Printed[]
  /** As text, the one that got a name last. */
  board?: string
}

export interface TextParams {
  lines: string[]
}

export interface TextRun {
  /** All that a terminal shows: prompts, the lines themselves, answers and errors. */
  text: string
  /** The board after the last line. */
  view: View
}

export interface Located {
  /** 16 hexadecimal digits, of which the first bits say in which block it is. */
  key: string
}

export interface ExploreParams {
  game: string
  /** In any text that the rules read. */
  position: string
  /** The bytes in base 64. */
  block: string
  /** Of the block, as the file's index has it. */
  sum: number
}

export interface Choice {
  move: string
  /** In which it was played. */
  games: number
  /** Of them, by the seat that has won, seat 1 first. */
  wins: number[]
  /** The mean rating of those who played it, as far as it is known. */
  rating?: number
  /** The year in which it was last played, as far as games have dates. */
  last?: number
}

export interface Choices {
  /** Games that came to the position and went on from there. */
  games: number
  /** Of them, those that went on with moves too rare to be listed. */
  others: number
  /** Those played most often first. Where the position is its own image, each stands for its images too. */
  moves: Choice[]
}

export interface ReadParams {
  game: string
  text: string
}

export interface Tag {
  name: string
  value: string
}

export interface Turn {
  move: string
  comment?: string
  /** What else is said, named as in thera's record. */
  fields?: Tag[]
  /** What could have been played in its place. */
  variations?: Turn[][]
}

export interface GameText {
  game: string
  start: string
  tags: Tag[]
  turns: Turn[]
  winners: number[]
  reason?: string
}

export interface Found {
  /** A format of records, or position. */
  format: string
  games: GameText[]
  /** Why reading ended before the end of the text. */
  error?: string
}

export interface WriteParams {
  format: RecordFormat
  game: string
  start: string
  tags: Tag[]
  turns: Turn[]
  winners: number[]
  reason?: string
}

export interface SolveParams {
  game: string
  /** In any text that the rules read. */
  position: string
  millis?: number
  nodes?: number
  /** Want one winning move, not all: it takes much less work to prove. */
  one?: boolean
  /** Give up at once unless a proof is likely. */
  likely?: boolean
}

export interface Proof {
  game: string
  position: string
  /** Whether the result is known; if not, only nodes and seconds mean anything. */
  proven: boolean
  /** The seats that win, counted from 1. */
  winners: number[]
  /** Distance to the end under best play, where it is known: 0 when the game is over. */
  plies?: number
  /** The nimber of an impartial game's position, where it is known. */
  grundy?: number
  /** Winning moves of the seat to move: none if it loses. */
  moves: string[]
  /** Whether these are all that win, so that each other move loses. */
  all?: boolean
  /** Positions searched. */
  nodes: number
  seconds: number
}

export interface Message {
  /** Counted from 1, so that the page knows which it has shown. */
  number: number
  text: string
}

export interface Display {
  game: string
  /** The position's canonical text. */
  position: string
  /** The seat to move, counted from 1; after the end, the seat that would be. */
  turn: number
  /** The seats that have won, none until the game is over. */
  winners: number[]
  /** How the rules have ended the game, such as stuck: absent while it goes on. */
  ending?: string
  /** The move that led here; absent at the start. */
  last?: string
  /** Whether a person is to move. */
  open: boolean
  /** All moves from the start. */
  played: string[]
  /** For each seat in order whether the program plays it. */
  auto: boolean[]
  /** The latest, the newest last. */
  messages: Message[]
  /** Whether the program has ended. */
  ended: boolean
}
