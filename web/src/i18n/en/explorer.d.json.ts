// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "openings": string
  "heading": string
  "origin": string
  "origins": {
    "server": string
    "page": string
    "mine": string
    "player": string
  }
  "player": string
  "count": string
  "side": string
  "anySide": string
  "ratings": string
  "bands": {
    "all": string
    "below": (of: { to: string | number }) => string
    "between": (of: { from: string | number; to: string | number }) => string
    "above": (of: { from: string | number }) => string
  }
  "how": string
  "ofMine": (of: { n: number }) => string
  "ofPlayer": (of: { n: number }) => string
  "same": string
  "move": string
  "games": string
  "won": string
  "engine": string
  "engineHow": (of: { seat: string | number }) => string
  "here": (of: { n: number }) => string
  "rated": (of: { rating: string | number }) => string
  "choice": (of: { n: number }) => string
  "wins": (of: { seat: string | number; part: string | number }) => string
  "judged": (of: { seat: string | number; part: string | number }) => string
  "winning": string
  "losing": string
  "others": (of: { n: number }) => string
  "end": string
  "noGames": string
  "left": string
  "back": string
  "none": string
  "failed": (of: { reason: string | number }) => string
  "unreadable": string
  "unknownVersion": string
  "practice": string
}
export default words
