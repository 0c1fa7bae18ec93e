// Votes of consultation games. Generated from Go's types by
//
//   go test ./internal/site/council -run TypeScript -update

export interface Proposal {
  /** A turn, or resign. */
  turn: string
  /** How many players of the side want it. */
  votes: number
  /** You have voted for it. */
  yours?: boolean
}

export interface Votes {
  /** My side's seat. */
  seat: number
  /** The number of the next turn of the game. */
  ply: number
  /** My side is to move, and can vote. */
  open: boolean
  /** The number of players of my side. */
  members: number
  /** The server's time in ms. */
  now: number
  /** When the turn with most votes is played, or else the first vote that arrives; only while my side is to move. */
  closes?: number
  /** The earliest first. */
  proposals: Proposal[]
}
