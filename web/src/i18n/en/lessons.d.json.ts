// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "heading": string
  "rules": string
  "names": {
    "amazons-tour": string
    "amazons-territory": string
    "amazons-mobility": string
    "amazons-filling": string
    "amazons-counting": string
    "santorini-tour": string
    "santorini-heights": string
    "santorini-threats": string
    "santorini-blocking": string
    "santorini-tempo": string
    "hermit-tour": string
    "hermit-last": string
    "hermit-symmetry": string
    "hermit-sums": string
    "hermit-nimbers": string
  }
  "begin": string
  "openings": string
  "resume": string
  "done": string
  "part": (of: { done: string | number; steps: string | number }) => string
  "step": (of: { at: string | number; steps: string | number }) => string
  "stepTo": (of: { at: string | number; heading: string | number }) => string
  "previous": string
  "next": string
  "nextLesson": (of: { name: string | number }) => string
  "finished": string
  "right": string
  "wrong": string
  "wrongAnswer": string
  "reply": (of: { move: string | number }) => string
  "again": string
  "show": string
  "shown": (of: { move: string | number }) => string
  "turn": (of: { seat: string | number }) => string
  "answers": string
}
export default words
