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
  "boardNames": {
    "wood": string
    "sea": string
    "slate": string
    "meadow": string
    "sand": string
    "stone": string
  }
  "setNames": {
    "crowns": string
    "archers": string
    "builders": string
    "tokens": string
    "patterns": string
    "signs": string
  }
}
export default words
