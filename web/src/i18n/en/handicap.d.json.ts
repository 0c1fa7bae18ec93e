// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "legend": string
  "none": string
  "names": {
    "first-turn": string
    "first-turn-5x5": string
    "extra-turn": string
    "home-rank": string
    "home-ranks": string
    "three-amazons": string
    "half-time": string
    "quarter-time": string
  }
  "powers": (of: { giver: string | number; receiver: string | number }) => string
  "hints": {
    "first-turn": string
    "first-turn-5x5": string
    "extra-turn": string
    "home-rank": string
    "home-ranks": string
    "three-amazons": string
    "half-time": string
    "quarter-time": string
  }
  "powersHint": (of: { giver: string | number; receiver: string | number }) => string
  "worth": (of: { elo: string | number; error: string | number }) => string
  "casual": string
  "giver": string
  "you": string
  "opponent": string
  "given": (of: { name: string | number; player: string | number }) => string
  "offered": (of: { name: string | number; gives: boolean }) => string
}
export default words
