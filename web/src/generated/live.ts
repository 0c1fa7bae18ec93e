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
  /** Which frame this is. */
  event: 'present'
  /** Those whose players are connected. */
  seats: number[]
}

export interface Watchers {
  /** Which frame this is. */
  event: 'watchers'
  /** The number of spectators. */
  count: number
}

export interface Planned {
  /** Which frame this is. */
  event: 'planned'
  /** Your conditional turns: lines that start with the next turn. */
  plan: string[][]
}

export interface Said {
  /** Which frame this is. */
  event: 'phrase'
  /** Who says it. */
  seat: number
  /** One of those that players can send. */
  phrase: string
}

export interface Change {
  /** The player's ID. */
  player: string
  /** The rating before the game. */
  before: number
  /** The rating after it. */
  after: number
}

export interface Ratings {
  /** Which frame this is. */
  event: 'ratings'
  /** By seat. */
  changes: Change[]
}

export interface Next {
  /** Which frame this is. */
  event: 'rematch'
  /** The ID of the next game of the same players. */
  game: string
}

export interface Disconnected {
  /** Which frame this is. */
  event: 'disconnected'
  /** The same, for streams of the bot API. */
  type: string
  /** Such as sign-in, token or banned. */
  reason: string
  /** For people. */
  detail: string
}

export interface Ack {
  /** Which frame this is. */
  event: 'ack'
  /** The ID of the order. */
  id?: string
  /** The number of the last event. */
  number: number
  /** The time each seat has left; missing without a clock. */
  clocks?: number[]
}

export interface Given {
  /** That of docs/play/handicaps.md. */
  name: string
  /** The seat that gives it, from 1. */
  giver: number
  /** What all times of the giver's clock are divided by; missing if nothing. */
  time?: number
  /** How much stronger it makes the player who receives it. */
  elo: number
  /** Half the width of the 95% interval. */
  error: number
}

export interface Player {
  /** Never changes. */
  id: string
  /** May change. */
  name: string
  /** A team is a side of a consultation game. */
  kind: PlayerKind
  /** In a game, as when it started; missing for none. */
  rating?: number
  /** Whether that rating is uncertain. */
  provisional?: boolean
  /** The ID of the class that they belong to. */
  class?: string
}

export interface Act {
  /** What was done. */
  do: ActKind
  /** Who did it, from 1, the challenger. */
  player: number
  /** Those offered, or the one chosen. */
  powers?: string[]
  /** The player who starts. */
  first?: number
}

export interface Chosen {
  /** none, random, fair, draft, or the powers themselves by seat. */
  way: string
  /** Below 2³²; determines drawn powers. */
  seed?: number
  /** Of a draft. */
  acts?: Act[]
}

export interface Setup {
  /** The name of the game, such as amazons. */
  game: string
  /** The variant, such as 6x6 or 2p:athena,pan. */
  variant: string
  /** Where it starts; missing for the variant's start. */
  position?: string
  /** What one of two players gives the other. */
  handicap?: Given
  /** Minutes plus seconds a turn (5+3), days a turn (3d), or none. */
  clock: string
  /** Whether ratings change. */
  rated: boolean
  /** By seat. */
  players: Player[]
  /** How the powers were chosen; missing if by the variant's name. */
  powers?: Chosen
  /** The ID of the game that this is the rematch of. */
  previous?: string
  /** The ID of its tournament, or of the ladder or showcase. */
  contest?: string
}

export interface Standing {
  /** What is offered. */
  offer: OfferKind
  /** Whose offer it is. */
  seat: number
  /** The other seats that have agreed. */
  agreed: number[]
}

export interface View {
  /** The number of the last event. */
  number: number
  /** What it started with. */
  setup: Setup | null
  /** The current one. */
  position: string
  /** The number of turns that count. */
  ply: number
  /** The seat to move, from 1. */
  turn: number
  /** Those in play. */
  seats: number[]
  /** The time each seat has left; missing without a clock. */
  clocks?: number[]
  /** When the running turn ends. */
  deadline?: number
  /** Those that wait for answers. */
  offers?: Standing[]
  /** The seats that have won; none while in progress. */
  winners: number[]
  /** Why it is over. */
  reason?: string
  /** Whether all have agreed on another game. */
  rematch?: boolean
}

export interface Refused {
  /** Which frame this is. */
  event: 'refused'
  /** The ID of the order. */
  id?: string
  /** As in problems. */
  reason: string
  /** For people. */
  detail: string
  /** The current state. */
  view?: View
}

export interface Pong {
  /** Which frame this is. */
  event: 'pong'
  /** The server's time. */
  now: number
}

export interface Order {
  /** turn, resign, abort, more-time, claim, offer, accept, decline, plan or phrase; or ping. */
  do: string
  /** Returned with the answer. */
  id?: string
  /** In any form that the rules accept. */
  turn?: string
  /** The number of the turn in the game, from 1. */
  ply?: number
  /** The number of the last event that the player had seen. */
  seen?: number
  /** The client's network delay. */
  lag?: number
  /** The seat that has left. */
  against?: number
  /** What is offered, accepted or declined. */
  offer?: OfferKind
  /** Of a plan. */
  lines?: string[][]
  /** What to say. */
  phrase?: string
}

export interface Summary {
  /** The game's ID. */
  id: string
  /** The name of the game. */
  game: string
  /** The variant it started with. */
  variant: string
  /** Minutes plus seconds a turn (5+3), days a turn (3d), or none. */
  clock: string
  /** Whether ratings change. */
  rated: boolean
  /** By seat, as when the game started. */
  players: Player[]
  /** The current one. */
  position: string
  /** The number of turns that count. */
  ply: number
  /** The seat to move, from 1. */
  turn: number
  /** The last turn. */
  last?: string
  /** When the running turn ends. */
  deadline?: number
  /** When it ended; missing while in progress. */
  ended?: number
  /** The seats that have won. */
  winners?: number[]
  /** Why it is over. */
  reason?: string
  /** When it started. */
  at: number
  /** The ID of its tournament, or of the ladder or showcase. */
  contest?: string
  /** What one of two players gives the other. */
  handicap?: Given
}

export interface Terms {
  /** The name of the game, such as amazons. */
  game: string
  /** A variant of the game, such as 6x6. */
  variant: string
  /** Where it starts; missing for the variant's start. */
  position?: string
  /** How the powers of the seats are chosen: none, random, fair, draft, or by hand as in athena,pan. */
  powers?: string
  /** What one of two players gives the other, by its name in docs/play/handicaps.md. */
  handicap?: string
  /** Whether the player who offers gives the handicap rather than receiving it. */
  gives?: boolean
  /** Minutes plus seconds a turn (5+3), days a turn (3d), or none. */
  clock: string
  /** Whether ratings change. */
  rated: boolean
  /** That of the player who offers, from 1; 0 for a random one. */
  seat?: number
  /** The opponents' lowest rating; 0 for any. */
  min?: number
  /** The opponents' highest rating; 0 for any. */
  max?: number
}

export interface Challenge {
  /** Also that of the game, unless powers are drafted first. */
  id: string
  /** What is offered. */
  terms: Terms
  /** The number of players. */
  seats: number
  /** Those who have joined; the first made it. */
  players: Player[]
  /** Missing if anybody with the ID may accept. */
  to?: Player
  /** When it was made. */
  at: number
}

export interface Seek {
  /** Also that of the game, unless powers are drafted first. */
  id: string
  /** What is offered. */
  terms: Terms
  /** The number of players. */
  seats: number
  /** Those who have joined; the first made it. */
  players: Player[]
  /** When it was made. */
  at: number
}

export interface Step {
  /** What is to be done. */
  do: ActKind
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

export interface Drafting {
  /** Also that of the game. */
  id: string
  /** What was offered. */
  terms: Terms
  /** By number in the draft, the challenger first. */
  players: Player[]
  /** What has been chosen, and what is next. */
  draft: Progress
  /** When the next act is due. */
  deadline: number
  /** When it began. */
  at: number
}

export interface Notice {
  /** What it is about; the other fields depend on it. */
  event: NoticeKind
  /** Who you are, in hello. */
  player?: Player
  /** The version of the server's page, in hello. */
  page?: string
  /** Those in progress, the most urgent first, in hello. */
  games?: Summary[]
  /** To you and yours, in hello. */
  challenges?: Challenge[]
  /** All open ones, in hello. */
  seeks?: Seek[]
  /** Yours, in hello. */
  drafts?: Drafting[]
  /** The number of players online, in hello. */
  online?: number
  /** New or changed. */
  seek?: Seek
  /** New or changed. */
  challenge?: Challenge
  /** New or changed. */
  draft?: Drafting
  /** Of gameStart, gameTurn and gameEnd. */
  game?: Summary
  /** Of what is gone, or of the game with votes or an analysis. */
  id?: string
  /** Why a challenge or draft is gone. */
  why?: ChallengeEnd
  /** The number of players online. */
  count?: number
}

export interface Made {
  /** The players choose powers first. */
  draft?: Drafting
  /** It waits for a player. */
  seek?: Seek
  /** It waits for an answer. */
  challenge?: Challenge
  /** The ID of the game that has begun. */
  game?: string
}

export interface Rating {
  /** The name of the game. */
  game: string
  /** That of the clocks. */
  speed: Speed
  /** Glicko-2, rounded. */
  rating: number
  /** Of that rating, rounded. */
  deviation: number
  /** The number of rated games. */
  games: number
  /** Whether the rating is uncertain. */
  provisional: boolean
}

export interface Account {
  /** The guest or account; null for a visitor. */
  player: Player | null
  /** By game and speed; none for a guest. */
  ratings: Rating[]
  /** Why the account is banned. */
  ban?: string
  /** The name of the account for which a recovery code was used here: set a password or add a passkey to be signed in. */
  recovering?: string
  /** Whether the account is a moderator's. */
  moderator?: boolean
}

export interface Resident {
  /** Who it is. */
  player: Player
  /** From 1, the weakest. */
  level: number
  /** Its own or, before it is known, an estimate. */
  rating: number
}

export interface Live {
  /** By game, the one to show. */
  featured: Record<string, Summary>
  /** Those of the strongest players first. */
  games: Summary[]
}

export interface Count {
  /** The name of the game. */
  game: string
  /** Those that have ended, without aborted ones. */
  games: number
  /** How many of these they won. */
  won: number
  /** How many of these were rated. */
  rated: number
  /** Those in progress. */
  goingOn: number
}

export interface Profile {
  /** Who it is. */
  player: Player
  /** Whether they are connected. */
  online?: boolean
  /** By game and speed. */
  ratings: Rating[]
  /** The number of games, by game. */
  counts: Count[]
}

export interface Point {
  /** The game's ID. */
  game: string
  /** When the game ended. */
  at: number
  /** After the game. */
  rating: number
  /** Of that rating. */
  deviation: number
}

export interface Against {
  /** The opponent; guests have no name. */
  player: Player
  /** The number of games. */
  games: number
  /** How many of these the player won. */
  won: number
  /** When the last one started. */
  last: number
}

export interface Side {
  /** The name of the game. */
  game: string
  /** The variant it started with. */
  variant: string
  /** From 1, who starts. */
  seat: number
  /** The number of games. */
  games: number
  /** How many of these they won. */
  won: number
}

export interface Scores {
  /** In games for two, most frequent first. */
  opponents: Against[]
  /** By seat: the player who starts has seat 1. */
  sides: Side[]
}

export interface Leader {
  /** Who it is. */
  player: Player
  /** Glicko-2, rounded. */
  rating: number
  /** Of that rating. */
  deviation: number
  /** The number of rated games. */
  games: number
}

export interface GameEvent {
  /** In the game, from 1. */
  number: number
  /** When it happened. */
  at: number
  /** What has happened; the other fields depend on it. */
  event: EventKind
  /** Whose event it is, from 1. */
  seat?: number
  /** Of a turn, its number from 1; of a takeback, up to which the turns still count. */
  ply?: number
  /** In notation. */
  turn?: string
  /** Network delay that was not charged. */
  lag?: number
  /** Whether the turn was a conditional one. */
  planned?: boolean
  /** The time each seat has left; missing without a clock. */
  clocks?: number[]
  /** By how much later an outage makes the running turn start. */
  given?: number
  /** What was offered. */
  offer?: OfferKind
  /** Of clock: gift or outage; of ended: resigned, left, time, no-show, aborted or the word of the rules. */
  reason?: string
  /** The seats that have won. */
  winners?: number[]
  /** Conditional turns, in old logs. */
  plan?: string[][]
  /** What the game starts with. */
  setup?: Setup
}

export interface StateFrame {
  /** Which frame this is. */
  event: 'state'
  /** The game's ID. */
  id: string
  /** The state of the game. */
  view: View
  /** My seat, 0 for none. */
  you: number
  /** The server's time. */
  now: number
  /** The number of spectators. */
  watchers: number
  /** The seats whose players are connected. */
  present: number[]
  /** My conditional turns: lines that start with the next turn. */
  plan?: string[][]
  /** All, as in the log; missing in the frame state. */
  events?: GameEvent[]
  /** Changes of ratings, when the game is over. */
  changes?: Change[]
  /** The ID of the next game of the same players. */
  rematch?: string
  /** The version of the server's page, only in the frame state. */
  page?: string
}
