// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "heading": string
  "offline": string
  "retry": string
  "online": (of: { n: number }) => string
  "quick": string
  "quickHint": string
  "now": string
  "nowHint": string
  "custom": string
  "friend": string
  "seeks": string
  "none": string
  "join": string
  "joinOf": (of: { name: string | number; game: string | number; clock: string | number }) => string
  "cancel": string
  "cancelOf": (of: { what: string | number }) => string
  "seatsTaken": (of: { taken: string | number; seats: string | number }) => string
  "waiting": string
  "inbox": string
  "yourTurn": string
  "theirTurn": string
  "challengeFrom": (of: { name: string | number }) => string
  "challengeTo": (of: { name: string | number }) => string
  "challengeAny": string
  "open": string
  "started": (of: { name: string | number }) => string
  "turnNotice": (of: { name: string | number }) => string
  "guestNote": string
  "dialog": {
    "heading": string
    "recipient": string
    "recipients": {
      "anyone": string
      "name": string
      "link": string
    }
    "name": string
    "clockKind": string
    "clockKinds": {
      "clock": string
      "days": string
      "none": string
    }
    "minutes": string
    "seconds": string
    "days": string
    "counts": string
    "range": string
    "from": string
    "to": string
    "create": string
    "noRated": string
  }
  "challenge": {
    "heading": string
    "link": string
    "share": string
    "by": (of: { name: string | number }) => string
    "gone": {
      "accepted": string
      "declined": string
      "expired": string
    }
    "accept": string
  }
  "sides": (of: { seat: string | number }) => string
  "anySide": string
}
export default words
