// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "heading": string
  "lead": string
  "join": string
  "joinHint": string
  "none": string
  "rank": string
  "program": string
  "elo": string
  "eloHint": string
  "rating": string
  "ratingHint": string
  "score": string
  "ready": string
  "house": string
  "games": (of: { n: number }) => string
  "summary": (of: { games: string | number; clock: string | number }) => string
  "readyNow": (of: { n: number }) => string
  "cell": (of: { row: string | number; column: string | number; won: string | number; lost: string | number }) => string
  "gamesOf": (of: { name: string | number }) => string
  "against": (of: { name: string | number; other: string | number }) => string
  "latest": string
  "all": string
  "first": string
  "beats": (of: { winner: string | number; loser: string | number }) => string
  "goesOn": (of: { first: string | number; second: string | number }) => string
  "take": string
  "table": string
  "list": string
  "json": string
  "records": string
  "byColor": (of: { first: string | number; second: string | number }) => string
  "opponents": string
}
export default words
