// What classes say. Made from Go's types by
//
//   go test ./internal/site/class -run TypeScript -update

import type { Player } from './wire'

/** What one is to a class. */
export type Role = 'visitor' | 'member' | 'teacher'

export interface ClassScore {
  /** That have ended, but for those that were aborted. */
  games: number
  won: number
  goingOn: number
}

export interface Program {
  player: Player
  score: ClassScore
  /** About when its token was used last. */
  seen?: number
}

export interface Pupil {
  player: Player
  /** Of his games in the class. */
  score: ClassScore
  joined: number
  /** About when he was there last. */
  seen?: number
  program?: Program
}

export interface Classroom {
  id: string
  name: string
  /** What I am to it. */
  role: 'visitor' | 'member' | 'teacher'
  /** Whoever has this code joins, while the class is open. */
  invitation?: string
  /** Whether more can join. */
  open: boolean
  /** Whether everybody may see its games and its table. */
  public: boolean
  created: number
  /** By their names. */
  members: Pupil[]
  /** The ids of those who are connected. */
  online: string[]
}

export interface Class {
  id: string
  name: string
  /** What I am to it. */
  role: 'visitor' | 'member' | 'teacher'
  /** Whoever has this code joins, while the class is open. */
  invitation?: string
  /** Whether more can join. */
  open: boolean
  /** Whether everybody may see its games and its table. */
  public: boolean
  created: number
}

export interface HandedIn {
  player: Player
  /** Shown this once. That of before is worthless. */
  token: string
}

export interface Invitation {
  /** The class's name. */
  class: string
}

export interface Entered {
  player: Player
  /** Lets him in again, in whatever browser; shown this once, to who joins. */
  code?: string
}
