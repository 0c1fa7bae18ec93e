// What the server says of studies. Made from Go's types by
//
//   go test ./internal/site/study -run TypeScript -update

export interface Owner {
  /** Never changes. */
  id: string
  /** May change. */
  name: string
}

export interface Info {
  /** The study's ID, for paths. */
  id: string
  /** Who may change it. */
  owner: Owner
  /** What its owner called it. */
  title: string
  /** Who may see it in addition to its owner: nobody, anybody who knows its ID, everybody. */
  audience: 'private' | 'link' | 'public'
  /** The games of its chapters, each once. */
  games: string[]
  /** How many it has. */
  chapters: number
  /** Grows with each change. */
  version: number
  /** When it was made. */
  created: number
  /** When it was last changed. */
  updated: number
}

export interface Study {
  /** The study's ID, for paths. */
  id: string
  /** Who may change it. */
  owner: Owner
  /** What its owner called it. */
  title: string
  /** Who may see it in addition to its owner: nobody, anybody who knows its ID, everybody. */
  audience: 'private' | 'link' | 'public'
  /** The games of its chapters, each once. */
  games: string[]
  /** How many it has. */
  chapters: number
  /** Grows with each change. */
  version: number
  /** When it was made. */
  created: number
  /** When it was last changed. */
  updated: number
  /** A file of thera's records, one for each chapter. */
  text: string
}
