// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "title": string
  "none": string
  "make": string
  "needsAccount": string
  "on": string
  "over": string
  "missing": string
  "kinds": {
    "swiss": string
    "round-robin": string
    "knockout": string
    "arena": string
    "teams": string
    "consultation": string
  }
  "what": {
    "swiss": string
    "round-robin": string
    "knockout": string
    "arena": string
    "teams": string
    "consultation": string
  }
  "entries": {
    "all": string
    "people": string
    "bots": string
  }
  "players": (of: { n: number }) => string
  "round": (of: { of: number; round: string | number }) => string
  "rounds": (of: { n: number }) => string
  "pairs": string
  "book": string
  "unlisted": string
  "starts": (of: { when: string | number }) => string
  "waits": string
  "startsIn": (of: { left: string | number }) => string
  "endsIn": (of: { left: string | number }) => string
  "lastGames": string
  "reasons": {
    "done": string
    "canceled": string
    "too-few": string
  }
  "won": (of: { name: string | number }) => string
  "by": (of: { name: string | number }) => string
  "join": string
  "again": string
  "withdraw": string
  "withdrawSure": string
  "start": string
  "cancel": string
  "cancelSure": string
  "remove": (of: { name: string | number }) => string
  "removeSure": (of: { name: string | number }) => string
  "house": string
  "toGame": string
  "waiting": string
  "projector": string
  "close": string
  "enlarge": string
  "table": string
  "all": string
  "link": string
  "standings": string
  "nobody": string
  "rank": string
  "player": string
  "points": string
  "buchholz": string
  "berger": string
  "games": string
  "results": string
  "left": string
  "boards": string
  "earlier": string
  "later": string
  "bye": string
  "playing": string
  "boardsOf": (of: { n: number }) => string
  "team": string
  "joinTeam": (of: { team: string | number }) => string
  "teamPoints": (of: { n: number }) => string
  "boardPoints": (of: { n: string | number }) => string
  "captain": string
  "makeCaptain": (of: { name: string | number }) => string
  "moveUp": (of: { name: string | number }) => string
  "reserve": string
  "drawn": string
  "voting": (of: { time: string | number }) => string
  "showGame": string
  "dialog": {
    "heading": string
    "name": string
    "kind": string
    "rounds": string
    "length": string
    "who": string
    "each": string
    "one": string
    "two": string
    "openings": string
    "empty": string
    "book": string
    "found": string
    "listed": string
    "byLink": string
    "when": string
    "create": string
    "teams": string
    "boards": string
    "sides": string
    "votingSeconds": string
    "votingHours": string
  }
}
export default words
