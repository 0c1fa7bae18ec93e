// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "lead": string
  "find": (of: { side: string | number }) => string
  "findNext": (of: { side: string | number }) => string
  "reply": string
  "right": string
  "wrong": (of: { move: string | number }) => string
  "looking": string
  "refuted": (of: { side: string | number; reply: string | number }) => string
  "lost": string
  "goesOn": string
  "answer": (of: { move: string | number }) => string
  "again": string
  "next": string
  "more": string
  "show": string
  "why": string
  "oneOf": (of: { moves: string | number }) => string
  "turn": (of: { n: string | number; of: string | number }) => string
  "effort": (of: { nodes: string | number }) => string
  "effortMost": (of: { nodes: string | number }) => string
  "bands": {
    "veryEasy": string
    "easy": string
    "medium": string
    "hard": string
    "veryHard": string
  }
  "daily": string
  "dailyDone": string
  "dailyOpen": (of: { date: string | number }) => string
  "days": (of: { n: number }) => string
  "rating": string
  "unrated": string
  "run": string
  "best": (of: { n: string | number }) => string
  "solved": string
  "ofAll": (of: { n: string | number }) => string
  "rated": (of: { rating: string | number }) => string
  "changed": (of: { rating: string | number; change: string | number }) => string
  "unchanged": string
  "people": (of: { tries: number; solved: string | number }) => string
  "notSaved": string
  "choose": string
  "theme": string
  "anyTheme": string
  "wish": string
  "wishes": {
    "easier": string
    "near": string
    "harder": string
  }
  "all": string
  "number": (of: { n: string | number; band: string | number; state: string | number }) => string
  "graded": string
  "themes": {
    "trap": {
      "name": string
      "text": string
    }
    "save": {
      "name": string
      "text": string
    }
    "wall": {
      "name": string
      "text": string
    }
    "door": {
      "name": string
      "text": string
    }
    "margin": {
      "name": string
      "text": string
    }
    "fill": {
      "name": string
      "text": string
    }
    "fight": {
      "name": string
      "text": string
    }
    "double": {
      "name": string
      "text": string
    }
    "threat": {
      "name": string
      "text": string
    }
    "quiet": {
      "name": string
      "text": string
    }
    "block": {
      "name": string
      "text": string
    }
    "climb": {
      "name": string
      "text": string
    }
    "descend": {
      "name": string
      "text": string
    }
    "dome": {
      "name": string
      "text": string
    }
    "power": {
      "name": string
      "text": string
    }
    "parity": {
      "name": string
      "text": string
    }
    "mirror": {
      "name": string
      "text": string
    }
    "pair": {
      "name": string
      "text": string
    }
    "sum": {
      "name": string
      "text": string
    }
    "split": {
      "name": string
      "text": string
    }
    "nimber": {
      "name": string
      "text": string
    }
  }
}
export default words
