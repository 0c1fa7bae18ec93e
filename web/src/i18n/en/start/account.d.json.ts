// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "nav": string
  "classes": string
  "moderation": string
  "pupil": (of: { name: string | number }) => string
  "toClass": string
  "navOf": (of: { name: string | number }) => string
  "heading": string
  "signIn": string
  "signUp": string
  "signOut": string
  "lead": string
  "guest": (of: { name: string | number }) => string
  "name": string
  "nameHint": string
  "password": string
  "passwordHint": string
  "passkey": string
  "byPassword": string
  "byRecovery": string
  "code": string
  "canceled": string
  "recovery": string
  "recoveryHint": string
  "recoveryDone": string
  "newCodes": string
  "recover": string
  "recoverHint": (of: { name: string | number }) => string
  "ratings": string
  "sessions": string
  "current": string
  "seen": (of: { when: string | number }) => string
  "end": string
  "endOf": (of: { what: string | number }) => string
  "passkeys": string
  "addPasskey": string
  "tokens": string
  "tokensHint": string
  "label": string
  "scopes": {
    "play": string
    "bot": string
    "admin": string
  }
  "makeToken": string
  "token": string
  "tokenHint": string
  "revoke": string
  "revokeOf": (of: { what: string | number }) => string
  "changePassword": string
  "newPassword": string
  "changed": string
  "confirm": string
  "confirmHint": string
  "confirmDone": string
  "usePasskey": string
  "notConfirmed": string
  "remove": string
  "removeHint": string
  "teaches": (of: { classes: string | number }) => string
  "closeClasses": string
  "handOver": string
  "heir": string
  "data": string
  "dataHint": string
  "dataDownload": string
  "push": string
  "pushHint": string
  "pushOff": string
  "pushDenied": string
}
export default words
