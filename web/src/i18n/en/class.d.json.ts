// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "heading": string
  "lead": string
  "needAccount": string
  "none": string
  "make": string
  "name": string
  "nameExample": string
  "created": (of: { when: string | number }) => string
  "role": {
    "visitor": string
    "member": string
    "teacher": string
  }
  "missing": string
  "invalid": string
  "invite": string
  "inviteHint": string
  "link": string
  "newLink": string
  "newLinkSure": string
  "open": string
  "public": string
  "rename": string
  "settings": string
  "join": string
  "joining": (of: { name: string | number }) => string
  "yourName": string
  "yourNameHint": string
  "yourNamePublic": string
  "signedIn": (of: { name: string | number }) => string
  "already": (of: { name: string | number }) => string
  "toClass": string
  "signOut": string
  "joined": (of: { name: string | number }) => string
  "keep": string
  "keepLink": string
  "entering": string
  "members": string
  "noMembers": string
  "tournaments": string
  "tournamentsMake": string
  "tournamentsJoin": string
  "columns": {
    "name": string
    "games": string
    "won": string
    "lost": string
    "going": string
    "program": string
    "seen": string
  }
  "here": string
  "challenge": string
  "challengeOf": (of: { name: string | number }) => string
  "newCode": string
  "newCodeOf": (of: { name: string | number }) => string
  "newCodeSure": (of: { name: string | number }) => string
  "codeFor": (of: { name: string | number }) => string
  "remove": string
  "removeOf": (of: { name: string | number }) => string
  "removeSure": (of: { name: string | number; deleted: string | number }) => string
  "leave": string
  "leaveSure": string
  "games": string
  "noGames": string
  "ofAll": string
  "of": string
  "gamesRow": {
    "players": string
    "result": string
    "when": string
  }
  "goesOn": string
  "export": string
  "exportTable": string
  "exportGames": string
  "handOver": string
  "handOverHint": string
  "handOverSure": string
  "close": string
  "closeHint": (of: { name: string | number }) => string
  "program": string
  "programLead": string
  "token": string
  "getToken": string
  "newToken": string
  "tokenHint": string
  "command": string
  "commandHint": string
  "lost": string
  "noLost": string
  "remarks": string
  "remarksWait": (of: { n: string | number; of: string | number }) => string
  "remarksNone": string
  "remarksFail": string
  "remark": (of: { ply: string | number; played: string | number; best: string | number }) => string
  "drop": (of: { before: string | number; after: string | number }) => string
  "exercises": string
  "levels": string
}
export default words
