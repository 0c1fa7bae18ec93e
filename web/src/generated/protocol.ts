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
  locate: { params: LocateParams; result: Located }
  explore: { params: ExploreParams; result: Choices }
  gather: { params: GatherParams; result: Gathered }
  read: { params: ReadParams; result: Found }
  write: { params: WriteParams; result: string }
  solve: { params: SolveParams; result: Proof }
  why: { params: WhyParams; result: Reasons }
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

/** The kinds of reasons why a turn is worse than another. */
export const reasonKinds = [
  'wins',
  'nimber',
  'forced',
  'separated',
  'shut',
  'endangered',
  'spared',
  'open',
  'given',
  'territory',
  'dome',
  'allowed',
  'double',
  'threat',
  'mirror',
  'parity',
] as const

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
  /** The fraction of games that seat 1 wins. */
  first: number
  /** Half the width of its 95% interval. */
  error: number
  games: number
  /** Whether it is close enough to one half to count as fair. */
  even: boolean
  /** Whether one seat has a large advantage. */
  unfair: boolean
}

export interface PowersInfo {
  /** What a seat without a power has. */
  none: string
  /** Those that can be drawn and offered. */
  names: string[]
  /** Measured results of two against each other. */
  pairs: PairInfo[]
}

export interface GameInfo {
  name: string
  variants: VariantInfo[]
  /** Estimated Elo ratings of the levels from 1, in points above level 1, for two players without powers. */
  strengths: number[]
  /** The powers that seats can have; absent if the game has none. */
  powers?: PowersInfo
}

export interface StartParams {
  game: string
  /** Empty for the default. */
  variant: string
}

export interface Cell {
  /** The kind of piece there, such as amazon or red; absent if empty. */
  kind?: string
  /** The letter that plain text draws it by. */
  piece?: string
  /** A seat, counted from 1, the first of partners; 0 for none. */
  owner: number
  /** Levels, 4 with the dome. */
  level?: number
}

export interface View {
  /** The game's name. */
  game: string
  /** The canonical text of the position. */
  position: string
  /** The seat to move, counted from 1; after the end, the seat that would be. */
  turn: number
  /** The seats that have won, none until the game is over. */
  winners: number[]
  /** How the game ended by the rules, such as stuck; absent while it is in progress. */
  ending?: string
  /** Players at the start. */
  seats: number
  files: number
  ranks: number
  /** Whether levels are to be drawn. */
  storeys: boolean
  /** Whether every other seat is in the same team. */
  teams?: boolean
  /** The power of each seat, with a mark if it is in force, as in athena^. */
  powers?: string[]
  /** Rank by rank from a1. */
  cells: Cell[]
  /** Number of legal moves. */
  count: number
  /** For each cell, the seat that gets there first: its number, = for several at once, - for none. */
  territory?: string
  /** For each cell, the seat whose pieces can go there in one turn: its number, = for several, - for none. */
  mobility?: string
}

export interface SettleParams {
  game: string
  variant: string
  /** None, random, fair, or the powers by seat, as in athena,pan. */
  way: string
  /** Determines random powers. */
  seed?: number
}

export interface Settled {
  variant: string
  position: string
}

export interface Act {
  /** What was done. */
  do: 'offer' | 'choose' | 'start'
  /** Who did it, from 1, the challenger. */
  player: number
  /** Those offered, or the one chosen. */
  powers?: string[]
  /** The player who starts. */
  first?: number
}

export interface DraftParams {
  game: string
  players: number
  /** What has been done, optionally followed by what a player does now. */
  acts: Act[]
  /** If not 0, the computer takes the next step. */
  seed?: number
}

export interface Step {
  /** What is to be done. */
  do: 'offer' | 'choose' | 'start'
  /** Who is to do it, from 1, the challenger. */
  player: number
  /** The number of powers to name. */
  count?: number
  /** The powers to name them from. */
  from?: string[]
}

export interface Progress {
  /** How many. */
  players: number
  /** The powers that the challenger offers from. */
  cards: string[]
  /** What has been done. */
  acts: Act[]
  /** The power of each player, empty for none yet. */
  taken: string[]
  /** What is to be done; missing at the end. */
  next?: Step
  /** By seat, at the end. */
  powers?: string[]
  /** The players by seat, from 1, at the end. */
  order?: number[]
}

export interface PositionParams {
  game: string
  /** In any form that the rules accept. */
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
  /** In any form that the rules accept. */
  position: string
  /** Taken so far. */
  steps: string[]
  /** Typed after them: a whole move, or steps that continue or restart the turn. */
  text?: string
}

export interface Option {
  /** A square, a square with a dash for a piece that moves on, or a capital letter for a piece to place. */
  step: string
  /** The move that it would complete, if any. */
  move?: string
  /** Whether squares could follow it. */
  more?: boolean
  /** The capital letters that could follow, with the moves that they would complete. */
  letters?: Record<string, string>
}

export interface Entered {
  /** Taken so far, the typed ones included. */
  steps: string[]
  /** The steps that may follow, in the order of the moves. */
  options: Option[]
  /** The move that the steps form, if they do. */
  move?: string
  /** Whether they form a move and cannot continue to another. */
  complete: boolean
  /** The board with the steps taken, rank by rank from a1; absent without steps. */
  cells?: Cell[]
}

export interface PlayParams {
  game: string
  /** In any form that the rules accept. */
  position: string
  /** In any form that the rules accept. */
  move: string
}

export interface Played {
  move: string
  view: View
}

export interface EliminateParams {
  game: string
  /** In any form that the rules accept. */
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
  /** The canonical text of the position. */
  position: string
  /** The seat to move, counted from 1; after the end, the seat that would be. */
  turn: number
  /** The seats that have won, none until the game is over. */
  winners: number[]
  /** How the game ended by the rules, such as stuck; absent while it is in progress. */
  ending?: string
}

export interface Replayed {
  seats: number
  /** The start first. */
  stations: Station[]
  /** What is wrong with the move after the last position. */
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
  /** In any form that the rules accept. */
  position: string
  millis?: number
  nodes?: number
  /** In plies. */
  depth?: number
  /** By seat: the engine spends part of the clock of the seat to move. */
  clocks?: Clock[]
  /** 1 to 8; the highest if absent. */
  level?: number
  /** Report the best lines of this many moves; 1 if absent. */
  lines?: number
  /** Forget earlier searches: with a limit in nodes or plies alone, the answer is the same on every machine. */
  fresh?: boolean
  /** Varies play; below 2^53, as all numbers here. */
  seed?: number
}

export interface Score {
  /** For the seat to move: 1 is a certain win, 0 a certain loss. */
  win_probability: number
  /** Whether this is the result under best play, rather than an estimate. */
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
  /** The value of the position for the seat to move. */
  score: Score
  /** Plies searched completely. */
  depth: number
  /** The play expected from here, this move first. */
  line: string[]
}

export interface Search {
  /** The game's name. */
  game: string
  /** The position's canonical text. */
  position: string
  /** 1 for the best move. */
  rank: number
  /** Absent when the game is over. */
  move?: string
  /** The value of the position for the seat to move. */
  score: Score
  /** Plies searched completely. */
  depth: number
  /** Positions searched, including the one at which the limit was noticed. */
  nodes: number
  /** How long the search took. */
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
  /** Why a part of it was not understood; the parts before that have had their effect. */
  error?: string
  /** The board after it, as text. */
  board?: string
}

export interface Transcript {
  prompt: string
  steps: Printed[]
  /** The last named board, as text. */
  board?: string
}

export interface TextParams {
  lines: string[]
}

export interface TextRun {
  /** All that a terminal shows: prompts, the lines themselves, answers and errors. */
  text: string
  /** Whether a line has ended the program, which reads no more. */
  ended: boolean
  /** The board after the last line. */
  view: View
}

export interface LocateParams {
  game: string
  /** In any form that the rules accept. */
  position: string
  /** Which games, by the file's bands from 1; 0 for all. */
  band?: number
}

export interface Located {
  /** 16 hexadecimal digits, of which the first bits say in which block it is. */
  key: string
}

export interface ExploreParams {
  game: string
  /** In any form that the rules accept. */
  position: string
  /** The bytes in base 64. */
  block: string
  /** Checksum of the block, from the file's index. */
  sum: number
  /** As when the position was located. */
  band?: number
}

export interface Choice {
  /** The move as text. */
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
  /** Games that reached the position and continued from there. */
  games: number
  /** Of them, those that continued with moves too rare to be listed. */
  others: number
  /** Those played most often first. Where the position is its own image, each stands for its images too. */
  moves: Choice[]
}

export interface PlayedGame {
  start: string
  moves: string[]
  /** Seats from 1. */
  winners: number[]
}

export interface GatherParams {
  game: string
  /** At most 1,000. */
  games: PlayedGame[]
  /** How many moves of each count, at most 100; 12 if missing. */
  plies?: number
  /** An explorer file in base 64 whose games count too. */
  file?: string
}

export interface Gathered {
  /** Its bytes in base 64. */
  file: string
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
  /** Other fields, named as in thera's record. */
  fields?: Tag[]
  /** Alternatives to the move. */
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
  /** In any form that the rules accept. */
  position: string
  millis?: number
  nodes?: number
  /** Find one winning move, not all: it takes much less work to prove. */
  one?: boolean
  /** Give up at once unless a proof is likely. */
  likely?: boolean
}

export interface Proof {
  /** The game's name. */
  game: string
  /** The position's canonical text. */
  position: string
  /** Whether the result is known; if not, only nodes and seconds are meaningful. */
  proven: boolean
  /** The seats that win, counted from 1. */
  winners: number[]
  /** Distance to the end under best play, where it is known: 0 when the game is over. */
  plies?: number
  /** The nimber of an impartial game's position, where it is known. */
  nimber?: number
  /** The same as nimber, for older programs. */
  grundy?: number
  /** Winning moves of the seat to move: none if it loses. */
  moves: string[]
  /** Whether these are all winning moves, so that every other move loses. */
  all?: boolean
  /** Positions searched, including the one at which the limit was noticed. */
  nodes: number
  /** How long the search took. */
  seconds: number
}

export interface WhyParams {
  game: string
  /** In any form that the rules accept. */
  position: string
  played: string
  better: string
}

export interface Reason {
  kind: string
  squares?: string[]
  counts: number[]
}

export interface Reasons {
  /** The most important first. */
  reasons: Reason[]
}

export interface Message {
  /** Counted from 1, so that the page knows which it has shown. */
  number: number
  text: string
}

export interface Display {
  /** The game's name. */
  game: string
  /** The canonical text of the position. */
  position: string
  /** The seat to move, counted from 1; after the end, the seat that would be. */
  turn: number
  /** The seats that have won, none until the game is over. */
  winners: number[]
  /** How the game ended by the rules, such as stuck; absent while it is in progress. */
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
