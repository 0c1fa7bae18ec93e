// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "amazons": readonly [string, string, string, string, string, string, string, string]
  "santorini": readonly [string, string, string, string, string, string, string, string]
  "hermit": readonly [string, string, string, string, string, string, string, string]
}
export default words
