// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "opponent": (of: { name: string | number; level: string | number }) => string
  "computer": (of: { name: string | number; level: string | number }) => string
  "levelOf": (of: { level: string | number }) => string
  "first": string
  "record": (of: { won: number; lost: number }) => string
  "records": {
    "heading": string
    "opponent": string
    "level": string
    "won": string
    "lost": string
    "note": string
    "none": string
  }
  "resume": string
  "at": (of: { moves: number }) => string
  "against": (of: { name: string | number }) => string
  "won": string
  "lost": string
  "search": string
  "found": (of: { n: number }) => string
  "export": (of: { n: number }) => string
  "all": (of: { n: string | number }) => string
  "backup": {
    "heading": string
    "lead": string
    "save": string
    "restore": string
    "done": (of: { items: number }) => string
    "refused": (of: { n: number }) => string
    "more": (of: { n: string | number }) => string
    "reload": string
    "noBackup": (of: { wanted: string | number }) => string
    "damaged": string
    "full": string
  }
  "here": {
    "heading": string
    "lead": string
    "guest": (of: { n: number }) => string
    "take": string
  }
}
export default words
