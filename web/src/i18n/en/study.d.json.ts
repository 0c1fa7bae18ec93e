// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "heading": string
  "lead": string
  "none": string
  "noneFound": string
  "search": string
  "searchHint": string
  "make": string
  "title": string
  "titleUsual": string
  "chapters": string
  "chapter": (of: { n: string | number }) => string
  "chapterCount": (of: { n: number }) => string
  "addChapter": string
  "editChapter": string
  "chapterName": string
  "begin": string
  "orText": string
  "add": string
  "up": string
  "down": string
  "removeChapter": string
  "save": string
  "remove": string
  "removeOf": (of: { title: string | number }) => string
  "removed": (of: { title: string | number }) => string
  "restore": string
  "clone": string
  "cloneOf": (of: { title: string | number }) => string
  "cloned": (of: { title: string | number }) => string
  "share": string
  "exported": string
  "exportAll": string
  "exportSgf": string
  "missing": string
  "toStudies": string
  "keepShort": string
  "keep": string
  "keepIn": string
  "keepNew": string
  "glyph": string
  "glyphs": {
    "brilliant": string
    "good": string
    "interesting": string
    "dubious": string
    "mistake": string
    "blunder": string
  }
  "comment": string
  "about": (of: { move: string | number }) => string
  "aboutStart": string
  "cut": string
  "engine": string
  "draw": {
    "on": string
    "hint": string
    "clear": string
    "color": string
    "green": string
    "red": string
    "blue": string
    "yellow": string
    "arrow": (of: { color: string | number; from: string | number; to: string | number }) => string
    "circle": (of: { color: string | number; square: string | number }) => string
    "begun": (of: { square: string | number }) => string
    "none": string
  }
  "server": {
    "needAccount": string
    "signIn": string
    "audience": string
    "off": string
    "private": string
    "link": string
    "public": string
    "address": string
    "saved": string
    "saving": string
    "unsaved": (of: { why: string | number }) => string
    "conflict": string
    "takeTheirs": string
    "keepMine": string
    "by": (of: { name: string | number }) => string
    "mine": string
    "all": string
    "none": string
  }
}
export default words
