// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "now": string
  "endings": string
  "endingsLead": string
  "samplesLead": string
  "ending": (of: { game: string | number; n: string | number; side: string | number }) => string
  "tour": {
    "heading": string
    "lead": string
    "skip": string
    "label": (of: { game: string | number }) => string
  }
}
export default words
