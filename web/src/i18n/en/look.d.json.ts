// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "foot": {
    "label": string
    "promise": string
    "ladder": string
    "exercises": string
  }
  "nowhere": string
  "boards": string
  "pieces": string
}
export default words
