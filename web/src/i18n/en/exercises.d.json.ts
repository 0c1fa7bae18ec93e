// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "heading": string
  "lead": string
  "live": string
  "type": string
  "run": string
  "next": (of: { statement: string | number }) => string
  "restart": string
  "undo": string
  "board": string
  "rules": string
  "formats": string
  "notUnderstood": (of: { why: string | number }) => string
  "ended": string
  "all": string
  "play": string
  "rows": (of: { n: string | number }) => string
  "lessons": {
    "amazons": {
      "heading": string
      "task": string
      "rules": readonly [string, string, string, string]
      "formats": readonly [readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string]]
    }
    "amazones": {
      "heading": string
      "task": string
      "rules": readonly [string, string, string, string]
      "formats": readonly [readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string]]
    }
    "hermit": {
      "heading": string
      "task": string
      "rules": readonly [string, string, string]
      "formats": readonly [readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string]]
    }
    "santorini": {
      "heading": string
      "task": string
      "rules": readonly [string, string, string]
      "formats": readonly [readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string]]
    }
    "text": {
      "heading": string
      "task": string
      "rules": readonly [string, string, string, string]
      "formats": readonly [readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string]]
    }
  }
}
export default words
