// What classes say. Made from Go's types by
//
//   go test ./internal/site/class -run TypeScript -update

import type { Player } from './live'

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
  /** About when its token was last used. */
  seen?: number
}

export interface Pupil {
  player: Player
  /** Of the member's games in the class. */
  score: ClassScore
  joined: number
  /** About when the member was last seen. */
  seen?: number
  program?: Program
}

export interface Classroom {
  id: string
  name: string
  /** My role in it. */
  role: Role
  /** Code with which anybody can join while the class is open. */
  invitation?: string
  /** Whether more people can join. */
  open: boolean
  /** Whether everybody may see its games and its table. */
  public: boolean
  created: number
  /** Sorted by name. */
  members: Pupil[]
  /** The IDs of those who are connected. */
  online: string[]
}

export interface Class {
  id: string
  name: string
  /** My role in it. */
  role: Role
  /** Code with which anybody can join while the class is open. */
  invitation?: string
  /** Whether more people can join. */
  open: boolean
  /** Whether everybody may see its games and its table. */
  public: boolean
  created: number
}

export interface HandedIn {
  player: Player
  /** Shown only this once. The earlier token no longer works. */
  token: string
}

export interface Invitation {
  /** The class's name. */
  class: string
  /** Whether everybody may see its games and its table, and so its members' names. */
  public: boolean
}

export interface Entered {
  player: Player
  /** Lets the member in again, in any browser; shown only once, on joining. */
  code?: string
}
