// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "heading": string
  "left": (of: { time: string | number }) => string
  "counting": string
  "late": string
  "members": (of: { n: number }) => string
  "show": (of: { turn: string | number }) => string
  "votes": (of: { n: number }) => string
  "yours": string
  "vote": string
  "voteFor": (of: { turn: string | number }) => string
  "hint": string
  "resign": string
  "resignation": string
  "wait": string
}
export default words
