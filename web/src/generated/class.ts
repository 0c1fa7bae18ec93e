// What classes say. Made from Go's types by
//
//   go test ./internal/site/class -run TypeScript -update

import type { Player } from './live'

/** What one is to a class. */
export type Role = 'visitor' | 'member' | 'teacher'

export interface ClassScore {
  /** That have ended, but for those that were aborted. */
  games: number
  /** Games that the account won. */
  won: number
  /** Games in progress. */
  goingOn: number
}

export interface Program {
  /** The program's account. */
  player: Player
  /** Of the program's games in the class. */
  score: ClassScore
  /** About when its token was last used. */
  seen?: number
}

export interface Pupil {
  /** The member, under the name used in the class. */
  player: Player
  /** Of the member's games in the class. */
  score: ClassScore
  /** When the member joined. */
  joined: number
  /** About when the member was last seen. */
  seen?: number
  /** Missing for a member who has not handed one in. */
  program?: Program
}

export interface Classroom {
  /** The class's ID, for paths. */
  id: string
  /** What its teacher called it. */
  name: string
  /** My role in it. */
  role: Role
  /** Code with which anybody can join while the class is open. */
  invitation?: string
  /** Whether more people can join. */
  open: boolean
  /** Whether everybody may see its games and its table. */
  public: boolean
  /** When it was made. */
  created: number
  /** Sorted by name. */
  members: Pupil[]
  /** The IDs of those who are connected. */
  online: string[]
}

export interface Class {
  /** The class's ID, for paths. */
  id: string
  /** What its teacher called it. */
  name: string
  /** My role in it. */
  role: Role
  /** Code with which anybody can join while the class is open. */
  invitation?: string
  /** Whether more people can join. */
  open: boolean
  /** Whether everybody may see its games and its table. */
  public: boolean
  /** When it was made. */
  created: number
}

export interface HandedIn {
  /** The program's account. */
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
  /** The member that the cookie of this answer stands for. */
  player: Player
  /** Lets the member in again, in any browser; shown only once, on joining. */
  code?: string
}
