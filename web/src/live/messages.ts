// What the page and the server tell each other about games between people. Seats are counted from
// 1 here, as the server does; what is made of these messages counts from 0.

export type PlayerKind = 'person' | 'guest' | 'bot'
export type Speed = 'fast' | 'slow' | 'correspondence' | 'unlimited'

export interface Player {
  id: string
  name: string
  kind: PlayerKind
  /** Rounded; absent for one without. */
  rating?: number
  provisional?: boolean
}

export interface Setup {
  game: string
  variant: string
  /** Where the game starts, absent for the variant's start. */
  position?: string
  /** As in "5+3", "3d" or "none". */
  clock: string
  rated: boolean
  players: Player[]
}

export type OfferKind = 'takeback' | 'abort' | 'rematch'

export interface Standing {
  offer: OfferKind
  seat: number
  agreed: number[]
}

/** A game as it stands. */
export interface GameView {
  /** Of the last event. */
  number: number
  setup: Setup
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

/** Something that has happened in a game, as its log has it. */
export interface GameEvent {
  number: number
  /** Milliseconds since 1970, as the server counts them. */
  at: number
  event:
    | 'created'
    | 'turn'
    | 'plan'
    | 'clock'
    | 'offer'
    | 'accepted'
    | 'declined'
    | 'takeback'
    | 'resigned'
    | 'left'
    | 'flagged'
    | 'ended'
  seat?: number
  ply?: number
  turn?: string
  planned?: boolean
  clocks?: number[]
  given?: number
  offer?: OfferKind
  reason?: string
  winners?: number[]
  plan?: string[][]
  setup?: Setup
}

export interface RatingChange {
  player: string
  before: number
  after: number
}

/** All there is to know of a game. */
export interface Full {
  id: string
  view: GameView
  /** The seat of who asks, 0 for a spectator. */
  you: number
  /** The server's time. */
  now: number
  watchers: number
  /** Seats whose players are there. */
  present: number[]
  events?: GameEvent[]
  changes?: RatingChange[]
  /** The id of the next game between the same players, empty for none. */
  rematch?: string
  /** The version of the server's page. */
  page?: string
}

/** What the server sends on the way of a game. */
export type Frame =
  | ({ event: 'state' } & Full)
  | GameEvent
  | { event: 'present'; seats: number[] }
  | { event: 'watchers'; count: number }
  | { event: 'phrase'; seat: number; phrase: string }
  | { event: 'ratings'; changes: RatingChange[] }
  | { event: 'rematch'; game: string }
  | { event: 'ack'; id: string; number: number; clocks?: number[] }
  | { event: 'refused'; id: string; reason: string; detail: string; view?: GameView }
  | { event: 'pong'; now: number }

/** A game in a list. */
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
  ended?: boolean
  winners?: number[]
  reason?: string
  at: number
}

/** What somebody offers to play. */
export interface Terms {
  game: string
  variant: string
  position?: string
  clock: string
  rated: boolean
  /** Of who offers, from 1; absent for by chance. */
  seat?: number
  min?: number
  max?: number
}

export interface Seek {
  id: string
  terms: Terms
  seats: number
  /** Who are in, the first made it. */
  players: Player[]
  at: number
}

export interface Challenge extends Seek {
  to?: Player
}

/** What came of an offer: it waits, or it is a game. */
export interface Made {
  seek?: Seek
  challenge?: Challenge
  game?: string
}

export interface Hello {
  event: 'hello'
  player: Player | null
  page?: string
  games: Summary[]
  challenges: Challenge[]
  seeks?: Seek[]
  online?: number
}

/** What the server sends of the lobby and to a player wherever he is. */
export type Notice =
  | Hello
  | { event: 'seek'; seek: Seek }
  | { event: 'seekGone'; id: string }
  | { event: 'challenge'; challenge: Challenge }
  | { event: 'challengeGone'; id: string; why: 'accepted' | 'declined' | 'canceled' }
  | { event: 'gameStart' | 'gameTurn' | 'gameEnd'; game: Summary }
  | { event: 'online'; count: number }
  | { event: 'pong'; now: number }

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
}

export const phrases = [
  'hello',
  'good-luck',
  'have-fun',
  'good-game',
  'well-played',
  'thanks',
  'oops',
  'goodbye',
] as const
export type Phrase = (typeof phrases)[number]
