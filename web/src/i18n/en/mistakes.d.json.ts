// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "heading": string
  "lead": string
  "empty": string
  "play": string
  "puzzles": string
  "due": (of: { n: number }) => string
  "nextAt": (of: { when: string | number }) => string
  "practice": string
  "practiceOf": (of: { practice: string | number; name: string | number }) => string
  "early": string
  "columns": {
    "game": string
    "theme": string
    "due": string
    "all": string
  }
  "ofPuzzles": (of: { theme: string | number }) => string
  "place": (of: { n: string | number; of: string | number }) => string
  "hint": string
  "analyze": string
  "next": string
  "stop": string
  "remove": string
  "back": (of: { days: number }) => string
  "finished": (of: { of: number; right: string | number }) => string
  "unsent": string
  "whose": string
  "collected": (of: { n: number }) => string
  "reasons": {
    "wins": string
    "nimber": string
    "forced": string
    "separated": string
    "shut": string
    "endangered": string
    "spared": string
    "open": string
    "given": string
    "territory": string
    "dome": string
    "allowed": string
    "double": string
    "threat": string
    "mirror": string
    "parity": string
    "other": string
  }
}
export default words
