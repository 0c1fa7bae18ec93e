// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "nav": {
    "watch": string
    "leaders": string
  }
  "missing": (of: { name: string | number }) => string
  "deleted": string
  "challenge": string
  "games": (of: { n: number }) => string
  "ratings": string
  "noRatings": string
  "curve": string
  "curveText": (of: { from: string | number; to: string | number; games: number }) => string
  "record": string
  "opponent": string
  "side": string
  "won": string
  "lost": string
  "gamesOf": string
  "none": string
  "more": string
  "report": string
  "filters": {
    "game": string
    "result": string
    "speed": string
    "opponent": string
    "all": string
    "results": {
      "won": string
      "lost": string
      "aborted": string
      "going-on": string
    }
    "voided": string
  }
  "leaders": string
  "contests": string
  "toContest": string
  "rank": string
  "player": string
  "rating": string
  "provisional": string
  "noLeaders": string
  "watch": string
  "featured": string
  "all": string
  "empty": string
  "versus": string
}
export default words
