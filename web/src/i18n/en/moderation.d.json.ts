// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "title": string
  "reportOf": (of: { name: string | number }) => string
  "reportGame": string
  "reportHint": string
  "kind": string
  "kinds": {
    "engine": string
    "sandbagging": string
    "accounts": string
    "behavior": string
    "other": string
  }
  "text": string
  "send": string
  "sent": string
  "cancel": string
  "notYours": string
  "reports": string
  "noReports": string
  "by": (of: { name: string | number }) => string
  "about": string
  "inGame": string
  "close": string
  "closeOf": (of: { name: string | number }) => string
  "suspects": string
  "suspectsHint": string
  "noSuspects": string
  "score": string
  "player": string
  "evidence": string
  "engineLine": (of: { all: string | number; allPeers: string | number; agree: string | number; agreePeers: string | number; regret: string | number; regretPeers: string | number; kept: string | number; keptPeers: string | number; spread: string | number; spreadPeers: string | number }) => string
  "sandbaggingLine": (of: { thrown: string | number; losses: string | number; usual: string | number; rating: string | number; performance: string | number }) => string
  "accountsLine": (of: { other: string | number; networks: number; won: string | number; games: string | number }) => string
  "look": string
  "lookUp": string
  "banned": (of: { why: string | number }) => string
  "muted": (of: { why: string | number }) => string
  "isModerator": string
  "ends": (of: { when: string | number }) => string
  "warnings": string
  "seen": string
  "history": string
  "nothing": string
  "act": string
  "do": {
    "warn": string
    "mute": string
    "unmute": string
    "ban": string
    "unban": string
  }
  "reason": string
  "reasonHint": string
  "days": string
  "game": string
  "gameHint": string
  "gameId": string
  "void": string
  "unvoid": string
  "networks": string
  "networkHint": string
  "network": string
  "lift": string
  "liftOf": (of: { network: string | number }) => string
  "noNetworks": string
  "log": string
}
export default words
