// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "openings": string
  "heading": string
  "origin": string
  "origins": {
    "server": string
    "page": string
  }
  "from": {
    "page": (of: { n: number }) => string
    "server": (of: { n: number }) => string
  }
  "how": string
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
  "left": string
  "back": string
  "none": string
  "failed": (of: { reason: string | number }) => string
}
export default words
