// What the server says of studies. Made from Go's types by
//
//   go test ./internal/site/study -run TypeScript -update

export interface Owner {
  id: string
  name: string
}

export interface Info {
  id: string
  owner: Owner
  title: string
  /** Who may see it in addition to its owner: nobody, anybody who knows its ID, everybody. */
  audience: 'private' | 'link' | 'public'
  /** The games of its chapters, each once. */
  games: string[]
  /** How many it has. */
  chapters: number
  /** Grows with each change. */
  version: number
  created: number
  updated: number
}

export interface Study {
  id: string
  owner: Owner
  title: string
  /** Who may see it in addition to its owner: nobody, anybody who knows its ID, everybody. */
  audience: 'private' | 'link' | 'public'
  /** The games of its chapters, each once. */
  games: string[]
  /** How many it has. */
  chapters: number
  /** Grows with each change. */
  version: number
  created: number
  updated: number
  /** A file of thera's records, one for each chapter. */
  text: string
}
