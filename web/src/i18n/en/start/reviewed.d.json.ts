// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "ask": string
  "begun": (of: { of: number; known: string | number }) => string
  "progress": string
  "cancel": string
  "done": string
  "failed": string
}
export default words
