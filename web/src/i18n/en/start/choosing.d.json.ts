// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "legend": string
  "ways": {
    "none": string
    "hand": string
    "random": string
    "fair": string
    "draft": string
  }
  "hints": {
    "none": string
    "hand": string
    "random": string
    "fair": string
    "draft": string
  }
  "of": (of: { seat: string | number }) => string
  "share": (of: { you: boolean; seat: string | number; share: string | number; error: string | number; games: string | number }) => string
  "unfair": string
  "role": string
  "roles": (of: { nth: number }) => string
  "player": (of: { nth: string | number }) => string
  "you": string
  "computer": string
  "heading": string
  "todo": {
    "offer": (of: { who: string | number; n: string | number }) => string
    "choose": (of: { who: string | number }) => string
    "start": (of: { who: string | number }) => string
  }
  "offer": (of: { n: string | number; of: string | number }) => string
  "choose": (of: { power: string | number }) => string
  "chooseNone": string
  "starts": (of: { you: boolean; who: string | number }) => string
  "table": string
  "none": string
  "left": (of: { seconds: string | number }) => string
  "leave": string
  "leaveSure": string
  "gone": {
    "late": string
    "canceled": string
  }
  "notice": (of: { who: string | number }) => string
  "yours": string
  "drawn": (of: { way: string | number }) => string
  "drafted": string
}
export default words
