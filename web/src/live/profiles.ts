// What the server knows of players.

import type { Rating } from './me.svelte'
import type { Player, Summary } from './wire'

export interface Profile {
  player: Player
  online?: boolean
  ratings: Rating[]
  counts: { game: string; games: number; won: number; rated: number; goingOn: number }[]
}

export interface Point {
  game: string
  at: number
  rating: number
  deviation: number
}

export interface Scores {
  opponents: { player: Player; games: number; won: number; last: number }[]
  sides: { game: string; variant: string; seat: number; games: number; won: number }[]
}

export interface Leader {
  player: Player
  rating: number
  deviation: number
  games: number
}

export interface LiveGames {
  featured: Record<string, Summary>
  games: Summary[]
}
