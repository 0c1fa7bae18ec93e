// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "connecting": string
  "reconnecting": string
  "offline": string
  "missing": string
  "tooMany": string
  "notSent": string
  "signedOut": string
  "banned": string
  "sending": string
  "unsent": string
  "newer": string
  "reload": string
  "warned": (of: { text: string | number }) => string
  "understood": string
  "titleTurn": string
  "watching": (of: { n: number }) => string
  "spectator": string
  "rated": string
  "casual": string
  "showcase": string
  "guest": string
  "bot": string
  "here": string
  "gone": string
  "unsure": string
  "out": {
    "resigned": string
    "left": string
    "flagged": string
  }
  "firstTurn": (of: { left: string | number }) => string
  "noClock": string
  "days": (of: { n: number }) => string
  "speeds": {
    "fast": string
    "slow": string
    "correspondence": string
    "unlimited": string
  }
  "resignSure": string
  "abort": string
  "abortSure": string
  "moreTime": string
  "takeback": string
  "offerAbort": string
  "rematch": string
  "toRematch": string
  "claim": (of: { name: string | number }) => string
  "accept": string
  "decline": string
  "withdraw": string
  "offers": {
    "takeback": (of: { name: string | number }) => string
    "abort": (of: { name: string | number }) => string
    "rematch": (of: { name: string | number }) => string
  }
  "offered": {
    "takeback": string
    "abort": string
    "rematch": string
  }
  "premove": (of: { move: string | number }) => string
  "premoveHint": string
  "premoveGone": string
  "cancelPremove": string
  "phrases": {
    "label": string
    "mute": string
    "hear": string
    "said": (of: { name: string | number; phrase: string | number }) => string
    "words": {
      "hello": string
      "good-luck": string
      "have-fun": string
      "good-game": string
      "well-played": string
      "thanks": string
      "oops": string
      "goodbye": string
    }
  }
  "outcomes": {
    "resigned": {
      "won": string
      "lost": string
      "seen": (of: { names: string | number; count: number }) => string
    }
    "left": {
      "won": string
      "lost": string
      "seen": (of: { names: string | number; count: number }) => string
    }
    "time": {
      "won": string
      "lost": string
      "seen": (of: { names: string | number; count: number }) => string
    }
    "no-show": {
      "won": string
      "lost": string
      "seen": (of: { names: string | number; count: number }) => string
    }
    "other": {
      "won": string
      "lost": string
      "seen": (of: { names: string | number; count: number }) => string
    }
  }
  "aborted": string
  "plan": {
    "heading": string
    "hint": string
    "reply": string
    "line": string
    "set": string
    "clear": string
    "removeOf": (of: { line: string | number }) => string
    "none": string
  }
}
export default words
