// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "unreachable": string
  "failed": string
  "refused": (of: { detail: string | number }) => string
  "reasons": {
    "sign-in": string
    "wrong": string
    "banned": string
    "guest": string
    "needs-account": string
    "recovery": string
    "member": string
    "teacher": string
    "shut": string
    "moderator": string
    "signed-in": string
    "name-taken": string
    "name": string
    "password": string
    "scopes": string
    "label": string
    "no-passkeys": string
    "passkey": string
    "last-key": string
    "no-heir": string
    "too-many": string
    "not-found": string
    "unknown-player": string
    "bad-position": string
    "bad-terms": string
    "bad-powers": string
    "bad-handicap": string
    "rated-needs-account": string
    "rated-needs-two": string
    "rated-needs-start": string
    "rated-needs-clock": string
    "rated-needs-fair": string
    "rated-needs-worth": string
    "rating-range": string
    "own-seek": string
    "not-for-you": string
    "not-yours": string
    "owner": string
    "gone": string
    "no-bot": string
    "wrong-ply": string
    "started": string
    "full": string
    "too-few": string
    "not-in": string
    "over": string
    "muted": string
    "reported": string
    "version": string
    "game-in-progress": string
    "rate": string
    "busy": string
    "not-stored": string
    "size": string
    "slow": string
  }
}
export default words
