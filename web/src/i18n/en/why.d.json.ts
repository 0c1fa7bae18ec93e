// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "answered": (of: { move: string | number }) => string
  "nextBest": (of: { move: string | number }) => string
  "expected": (of: { line: string | number }) => string
  "kinds": {
    "wins": (of: { better: string | number }) => string
    "nimber": (of: { n: string | number; better: string | number }) => string
    "forced": (of: { n: number }) => string
    "separated": (of: { n: number }) => string
    "shut": (of: { squares: string | number; n: number }) => string
    "endangered": (of: { squares: string | number; n: number }) => string
    "spared": (of: { better: string | number; squares: string | number; n: number }) => string
    "open": (of: { better: string | number; n: number; m: string | number }) => string
    "given": (of: { n: number; better: string | number; m: string | number }) => string
    "territory": (of: { n: number; better: string | number }) => string
    "dome": (of: { squares: string | number }) => string
    "allowed": (of: { squares: string | number }) => string
    "double": (of: { better: string | number; squares: string | number }) => string
    "threat": (of: { better: string | number; squares: string | number }) => string
    "mirror": (of: { better: string | number }) => string
    "parity": (of: { n: number }) => string
  }
}
export default words
