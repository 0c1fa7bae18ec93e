// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "heading": string
  "side": string
  "lines": string
  "main": string
  "mine": string
  "origins": {
    "server": string
    "page": string
  }
  "analysis": (of: { date: string | number }) => string
  "elsewhere": (of: { title: string | number }) => string
  "unplayed": (of: { title: string | number }) => string
  "find": (of: { side: string | number }) => string
  "findNext": (of: { side: string | number }) => string
  "reply": string
  "wrong": (of: { move: string | number }) => string
  "again": (of: { moves: string | number }) => string
  "shown": (of: { moves: string | number }) => string
  "shownHow": string
  "empty": string
  "end": (of: { n: number; right: string | number }) => string
  "score": (of: { lines: number; clean: string | number }) => string
  "missed": (of: { n: number }) => string
  "show": string
  "next": string
  "howMain": string
  "howMine": string
  "more": string
  "explore": string
}
export default words
