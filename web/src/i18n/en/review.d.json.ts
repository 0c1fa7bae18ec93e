// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "review": string
  "invite": string
  "inviting": string
  "several": string
  "looking": (of: { done: string | number; all: string | number }) => string
  "proving": string
  "stop": string
  "again": string
  "accuracy": string
  "accuracyHow": string
  "marks": {
    "?!": string
    "?": string
    "??": string
  }
  "many": {
    "?!": string
    "?": string
    "??": string
  }
  "thresholds": string
  "mistakes": string
  "none": string
  "next": string
  "previous": string
  "better": string
  "betterOf": (of: { move: string | number; better: string | number }) => string
  "tryAgain": string
  "tryOf": (of: { move: string | number }) => string
  "turned": string
  "proven": string
  "thrown": (of: { loser: string | number; move: string | number }) => string
  "lost": (of: { loser: string | number; move: string | number }) => string
  "always": (of: { loser: string | number }) => string
  "gaveAway": string
  "retry": {
    "heading": string
    "open": (of: { seat: string | number; move: string | number }) => string
    "judging": (of: { move: string | number }) => string
    "best": (of: { move: string | number }) => string
    "good": (of: { move: string | number; best: string | number }) => string
    "goodAlone": (of: { move: string | number }) => string
    "bad": (of: { move: string | number }) => string
    "shown": (of: { best: string | number }) => string
    "show": string
    "next": string
    "last": string
    "leave": string
  }
  "graph": {
    "chance": (of: { seat: string | number }) => string
    "decided": (of: { winner: string | number }) => string
    "proven": (of: { winner: string | number }) => string
  }
  "engine": {
    "settings": string
    "lines": string
    "endless": string
    "endlessHow": string
    "thread": string
    "speed": (of: { nodes: string | number }) => string
    "resting": string
    "chances": (of: { seat: string | number }) => string
    "prove": string
    "proving": string
    "unproven": string
    "winning": string
    "mark": string
    "more": (of: { n: string | number }) => string
  }
  "overlays": {
    "show": string
    "game": string
    "line": string
    "mobility": {
      "amazons": string
      "santorini": string
      "hermit": string
    }
    "counts": (of: { what: string | number; counts: string | number }) => string
  }
}
export default words
