// What games with others say. Made from Go's types by
//
//   go test ./internal/site/live -run TypeScript -update
//
// Seats are counted from 1, times are in ms.

/** What a socket or stream of a game tells; event says which it is. */
export type Frame = StateFrame | GameEvent | Present | Watchers | Planned | Said | Ratings | Next | Disconnected | Ack | Refused | Pong

/** What a player can say. */
export const phrases = ['hello', 'good-luck', 'have-fun', 'good-game', 'well-played', 'thanks', 'oops', 'goodbye'] as const

/** What has happened in a game. */
export type EventKind = 'accepted' | 'clock' | 'created' | 'declined' | 'ended' | 'flagged' | 'left' | 'offer' | 'plan' | 'resigned' | 'takeback' | 'turn'

/** What a seat can offer the others. */
export type OfferKind = 'abort' | 'rematch' | 'takeback'

/** What a player is. */
export type PlayerKind = 'bot' | 'guest' | 'person' | 'team'

/** Games that are rated together. */
export type Speed = 'correspondence' | 'fast' | 'slow' | 'unlimited'

/** What a notice is about. */
export type NoticeKind = 'analysis' | 'challenge' | 'challengeGone' | 'draft' | 'draftGone' | 'gameEnd' | 'gameStart' | 'gameTurn' | 'hello' | 'online' | 'seek' | 'seekGone' | 'votes'

/** Why a challenge or a draft is gone. */
export type ChallengeEnd = 'accepted' | 'canceled' | 'declined' | 'late'

/** What a player does in a draft. */
export type ActKind = 'choose' | 'offer' | 'start'

export interface Present {
  event: 'present'
  seats: number[]
}

export interface Watchers {
  event: 'watchers'
  count: number
}

export interface Planned {
  event: 'planned'
  plan: string[][]
}

export interface Said {
  event: 'phrase'
  seat: number
  phrase: string
}

export interface Change {
  /** The player's ID. */
  player: string
  before: number
  after: number
}

export interface Ratings {
  event: 'ratings'
  changes: Change[]
}

export interface Next {
  event: 'rematch'
  game: string
}

export interface Disconnected {
  event: 'disconnected'
  /** The same, for streams of the bot API. */
  type: string
  /** Such as sign-in, token or banned. */
  reason: string
  detail: string
}

export interface Ack {
  event: 'ack'
  /** The ID of the order. */
  id?: string
  /** The number of the last event. */
  number: number
  clocks?: number[]
}

export interface Given {
  name: string
  giver: number
  time?: number
  elo: number
  error: number
}

export interface Player {
  id: string
  name: string
  kind: PlayerKind
  rating?: number
  provisional?: boolean
  class?: string
}

export interface Act {
  do: ActKind
  player: number
  powers?: string[]
  first?: number
}

export interface Chosen {
  way: string
  seed?: number
  acts?: Act[]
}

export interface Setup {
  game: string
  variant: string
  position?: string
  handicap?: Given
  clock: string
  rated: boolean
  players: Player[]
  powers?: Chosen
  previous?: string
  contest?: string
}

export interface Standing {
  offer: OfferKind
  seat: number
  agreed: number[]
}

export interface View {
  number: number
  setup: Setup | null
  position: string
  ply: number
  turn: number
  seats: number[]
  clocks?: number[]
  deadline?: number
  offers?: Standing[]
  winners: number[]
  reason?: string
  rematch?: boolean
}

export interface Refused {
  event: 'refused'
  /** The ID of the order. */
  id?: string
  reason: string
  detail: string
  /** The current state. */
  view?: View
}

export interface Pong {
  event: 'pong'
  /** The server's time in ms. */
  now: number
}

export interface Order {
  do: string
  /** Returned with the answer. */
  id?: string
  turn?: string
  ply?: number
  seen?: number
  lag?: number
  against?: number
  offer?: OfferKind
  lines?: string[][]
  phrase?: string
}

export interface Summary {
  id: string
  game: string
  variant: string
  clock: string
  rated: boolean
  players: Player[]
  position: string
  ply: number
  turn: number
  last?: string
  deadline?: number
  ended?: number
  winners?: number[]
  reason?: string
  at: number
  contest?: string
  handicap?: Given
}

export interface Terms {
  game: string
  variant: string
  position?: string
  /** How the powers of the seats are chosen: none, random, fair, draft, or by hand as in athena,pan. */
  powers?: string
  /** What one of two players gives the other, by its name in docs/play/handicaps.md. */
  handicap?: string
  /** Whether the player who offers gives the handicap rather than receiving it. */
  gives?: boolean
  clock: string
  rated: boolean
  seat?: number
  min?: number
  max?: number
}

export interface Challenge {
  id: string
  terms: Terms
  seats: number
  players: Player[]
  to?: Player
  at: number
}

export interface Seek {
  id: string
  terms: Terms
  seats: number
  players: Player[]
  at: number
}

export interface Step {
  do: ActKind
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

export interface Drafting {
  id: string
  terms: Terms
  players: Player[]
  draft: Progress
  deadline: number
  at: number
}

export interface Notice {
  event: NoticeKind
  player?: Player
  page?: string
  games?: Summary[]
  challenges?: Challenge[]
  seeks?: Seek[]
  drafts?: Drafting[]
  online?: number
  seek?: Seek
  challenge?: Challenge
  draft?: Drafting
  game?: Summary
  id?: string
  why?: ChallengeEnd
  count?: number
}

export interface Made {
  draft?: Drafting
  seek?: Seek
  challenge?: Challenge
  game?: string
}

export interface Rating {
  game: string
  speed: Speed
  rating: number
  deviation: number
  games: number
  provisional: boolean
}

export interface Account {
  player: Player | null
  ratings: Rating[]
  /** Why the account is banned. */
  ban?: string
  /** The name of the account for which a recovery code was used here: set a password or add a passkey to be signed in. */
  recovering?: string
  /** Whether the account is a moderator's. */
  moderator?: boolean
}

export interface Resident {
  player: Player
  level: number
  rating: number
}

export interface Live {
  /** By game, the one to show. */
  featured: Record<string, Summary>
  /** Those of the strongest players first. */
  games: Summary[]
}

export interface Count {
  game: string
  games: number
  won: number
  rated: number
  goingOn: number
}

export interface Profile {
  player: Player
  online?: boolean
  ratings: Rating[]
  /** The number of games, by game. */
  counts: Count[]
}

export interface Point {
  /** The game's ID. */
  game: string
  at: number
  rating: number
  deviation: number
}

export interface Against {
  player: Player
  games: number
  won: number
  last: number
}

export interface Side {
  game: string
  variant: string
  seat: number
  games: number
  won: number
}

export interface Scores {
  /** In games for two, most frequent first. */
  opponents: Against[]
  /** By seat: the player who starts has seat 1. */
  sides: Side[]
}

export interface Leader {
  player: Player
  rating: number
  deviation: number
  games: number
}

export interface GameEvent {
  number: number
  at: number
  event: EventKind
  seat?: number
  ply?: number
  turn?: string
  lag?: number
  planned?: boolean
  clocks?: number[]
  given?: number
  offer?: OfferKind
  reason?: string
  winners?: number[]
  plan?: string[][]
  setup?: Setup
}

export interface StateFrame {
  event: 'state'
  id: string
  view: View
  /** My seat, 0 for none. */
  you: number
  /** The server's time in ms. */
  now: number
  watchers: number
  /** The seats whose players are connected. */
  present: number[]
  /** My conditional turns: lines that start with the next turn. */
  plan?: string[][]
  events?: GameEvent[]
  /** Changes of ratings, when the game is over. */
  changes?: Change[]
  /** The ID of the next game of the same players. */
  rematch?: string
  /** The version of the server's page, only in the frame state. */
  page?: string
}
