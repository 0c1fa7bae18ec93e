// What the server says of mistakes to practice. Made from Go's types by
//
//   go test ./internal/site/mistakes -run TypeScript -update

export interface Repetition {
  /** When it was, in ms; the same time twice is the same repetition. */
  at: number
  /** Wrong, right after a hint, right on the first try; removed asks for no more repetitions. */
  grade: 'again' | 'hard' | 'good' | 'removed'
}

export interface Card {
  game: string
  /** The ID of a failed puzzle; then position and turns are missing. */
  puzzle?: string
  /** The position before the mistake. */
  position?: string
  /** The mistake. */
  played?: string
  /** The better turn. */
  better?: string
  /** The opponent's best answer to the mistake. */
  answer?: string
  /** Whether the position before the mistake is proven to be won. */
  won?: boolean
  /** Why it was a mistake: kinds of reasons. */
  reasons?: string[]
  /** When it was found, in ms. */
  added: number
  /** In order of time. */
  repetitions: Repetition[]
}

export interface CardChanges {
  /** What these bring a device to; less than what it asked for if the server has lost changes. */
  version: number
  /** Whether there are more, after this version. */
  more: boolean
  cards: Card[]
}
