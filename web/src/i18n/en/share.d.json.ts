// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "share": string
  "link": string
  "embed": string
  "pictures": string
  "picture": (of: { format: string | number }) => string
  "film": string
  "open": string
  "start": string
  "ply": (of: { n: string | number; all: string | number; move: string | number }) => string
  "none": string
  "tasks": {
    "legal": string
    "win": string
    "safe": string
    "proven": string
  }
  "toMove": (of: { player: string | number; task: string | number }) => string
}
export default words
