// What moderators see. Made from Go's types by
//
//   go test ./internal/site/moderation -run TypeScript -update

/** What a report is about. */
export type ReportKind = 'engine' | 'sandbagging' | 'accounts' | 'behavior' | 'other'

export interface Report {
  /** Closes the report in POST /moderation/reports/{id}. */
  id: string
  /** When it was made. */
  at: number
  /** What the player is suspected of: help from an engine, losing on purpose, several accounts, bad behavior, or something else. */
  kind: ReportKind
  /** What the reporter wrote. */
  text?: string
  /** The name of the player who reported. */
  reporter: string
  /** The name of the player it is about. */
  player?: string
  /** The ID of the game it is about. */
  game?: string
  /** Missing while it is open. */
  closed?: number
}

export interface Warning {
  /** Confirms the warning in POST /account/warnings/{id}. */
  id: string
  /** What the moderator wrote. */
  text: string
  /** When the player was warned. */
  at: number
  /** When the player confirmed it; missing if not yet. */
  seen?: number
}

export interface AuditEntry {
  /** When it was done. */
  at: number
  /** The name of a moderator, or of an operator of the server. */
  actor: string
  /** What was done, such as warn, mute, ban, void or close-report. */
  act: string
  /** The name of the player, or the ID or address of what it was done to. */
  object?: string
  /** What else the act was given, such as when a ban ends. */
  detail?: string
  /** As the actor wrote it. */
  reason?: string
}

export interface Measure {
  /** The player's. */
  value: number
  /** The median of players with about the same rating. */
  peers: number
  /** How far away, in standard deviations; positive is more like an engine. */
  above: number
}

export interface EngineEvidence {
  /** Turns in positions with chances for both sides and a choice. */
  turns: number
  /** How many players with about the same rating it is compared with. */
  peers: number
  /** The share of these turns that are the engine's. */
  agreement: Measure
  /** How much less likely to win they are than the engine's, on average of the square roots, so that one blunder does not hide many good turns. */
  regret: Measure
  /** At the beginning, in the middle and at the end of games; 0 where there are too few such turns. */
  agreementByPhase: Measure[]
  /** How much less likely to win they are than the engine's, on average, by phase. */
  regretByPhase: Measure[]
  /** The share of proven wins that the turn kept. */
  conversion: Measure
  /** The standard deviation of the logarithm of the time per turn, which is low for programs and for people who copy them. */
  spread: Measure
  /** The same for turns that are the engine's. */
  agreeingSpread: Measure
  /** The games looked at, those with the least regret first. */
  games: string[]
}

export interface SandbaggingEvidence {
  /** The rated games that were looked at. */
  games: number
  /** How many of them the player lost. */
  losses: number
  /** Losses by resigning a game that was not lost, or early. */
  thrown: number
  /** Their share of all losses, compared with all players. */
  thrownRate: Measure
  /** The rating that the results of the other games amount to. */
  performance: number
  /** The rating before these games, on average. */
  rating: number
  /** The IDs of the thrown ones. */
  thrownGames: string[]
}

export interface AccountsEvidence {
  /** The name of the other account. */
  other: string
  /** From how many networks both were used in the same week. */
  networks: number
  /** The same, each network divided by the number of other accounts on it: 1 is a network of these two alone. */
  sharing: number
  /** Rated games with each other. */
  games: number
  /** How many of them this account has won. */
  won: number
  /** The part of this account's rated games that these are. */
  share: number
}

export interface Evidence {
  /** How the turns compare with an engine's. */
  engine?: EngineEvidence
  /** How the player loses. */
  sandbagging?: SandbaggingEvidence
  /** What the player shares with another account. */
  accounts?: AccountsEvidence
}

export interface Suspect {
  /** What the games look like: help from an engine, losing on purpose, or several accounts. */
  suspicion: ReportKind
  /** The name of the game; missing for all. */
  game?: string
  /** The player's name. */
  player: string
  /** On average in the games that were looked at; missing for accounts. */
  rating?: number
  /** How much the player stands out: about 1 in 100 honest players reaches 3. */
  score: number
  /** What the suspicion rests on, under its name. */
  evidence: Evidence
  /** When it was computed. */
  at: number
}

export interface Case {
  /** The player's name. */
  player: string
  /** When the account was made. */
  created: number
  /** Whether the player is a moderator; other moderators can't act on them. */
  moderator: boolean
  /** Why the player is banned. */
  ban?: string
  /** Missing for a ban for good, or none. */
  banEnds?: number
  /** Why the player is muted. */
  mute?: string
  /** Missing for a mute for good, or none. */
  muteEnds?: number
  /** About the player, the latest first. */
  reports: Report[]
  /** The latest first. */
  warnings: Warning[]
  /** Actions on the player, the latest first. */
  acts: AuditEntry[]
  /** What stands out in the player's games. */
  suspects: Suspect[]
}

export interface NetworkBan {
  /** In CIDR notation. */
  network: string
  /** As the moderator wrote it, which its users see. */
  reason: string
  /** When it was banned. */
  at: number
  /** Missing for a ban for good. */
  expires?: number
}
