// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "title": string
  "nav": {
    "label": string
    "play": string
    "analysis": string
    "learn": string
    "puzzles": string
    "settings": string
    "skip": string
  }
  "loading": string
  "broken": (of: { file: string | number }) => string
  "opening": string
  "unloaded": string
  "unloadedOffline": string
  "untranslated": string
  "unkept": string
  "retry": string
  "nowhere": (of: { page: string | number }) => string
  "close": string
  "cancel": string
  "home": {
    "heading": string
    "lead": string
    "play": string
    "kept": string
    "none": string
    "resume": string
    "look": string
    "remove": string
    "removeOf": (of: { what: string | number }) => string
    "moves": (of: { n: number }) => string
    "removed": (of: { what: string | number }) => string
    "restore": string
    "missing": string
  }
  "newGame": {
    "heading": string
    "game": string
    "variants": {
      "board": string
      "players": string
    }
    "teams": string
    "seats": (of: { n: string | number }) => string
    "opponent": string
    "computer": string
    "people": string
    "watch": string
    "level": string
    "strength": (of: { elo: string | number }) => string
    "weakest": string
    "side": string
    "random": string
    "clock": string
    "noClock": string
    "clockOf": (of: { minutes: string | number; seconds: string | number }) => string
    "start": string
    "startHint": string
    "begin": string
  }
  "play": {
    "you": string
    "person": string
    "yourTurn": string
    "turnOf": (of: { seat: string | number }) => string
    "thinking": string
    "paused": string
    "elsewhere": string
    "legal": (of: { n: number }) => string
    "undo": string
    "redo": string
    "hint": string
    "resign": string
    "wins": (of: { names: string | number; count: number }) => string
    "resignSure": string
    "rematch": string
    "newGame": string
    "analyze": string
    "review": string
    "rules": string
    "flip": string
    "territory": string
    "pause": string
    "go": string
    "confirm": string
    "done": string
    "orDone": string
    "ways": string
    "takeBackStep": string
    "typeMove": string
    "enter": string
    "first": string
    "previous": string
    "next": string
    "last": string
    "moves": string
    "start": string
    "noMoves": string
    "tools": string
    "tool": (of: { block: string | number; two: boolean }) => string
    "possible": (of: { square: string | number; fits: number; blocks: string | number }) => string
    "confirmMove": string
    "territoryCount": (of: { owned: string | number; contested: string | number }) => string
  }
  "endings": {
    "stuck": {
      "won": (of: { count: number }) => string
      "lost": (of: { count: number }) => string
      "seen": (of: { losers: string | number; loserCount: number; winners: string | number; winnerCount: number }) => string
    }
    "climb": {
      "won": (of: { count: number }) => string
      "lost": (of: { names: string | number; count: number }) => string
      "seen": (of: { winners: string | number; winnerCount: number }) => string
    }
    "drop": {
      "won": (of: { count: number }) => string
      "lost": (of: { names: string | number; count: number }) => string
      "seen": (of: { winners: string | number; winnerCount: number }) => string
    }
    "last": {
      "won": (of: { count: number }) => string
      "lost": (of: { names: string | number; count: number }) => string
      "seen": (of: { winners: string | number; winnerCount: number }) => string
    }
    "resignation": {
      "won": string
      "lost": string
      "seen": (of: { losers: string | number; loserCount: number; winners: string | number; winnerCount: number }) => string
    }
    "time": {
      "won": (of: { count: number }) => string
      "lost": string
      "seen": (of: { losers: string | number; loserCount: number; winners: string | number; winnerCount: number }) => string
    }
  }
  "said": {
    "move": (of: { n: string | number; player: string | number; move: string | number }) => string
    "hint": (of: { move: string | number }) => string
  }
  "analysis": {
    "engine": string
    "bar": string
    "graph": string
    "unknown": string
    "lines": string
    "depth": (of: { plies: string | number }) => string
    "provenFor": (of: { seat: string | number; plies: string | number }) => string
    "proven": (of: { win: boolean; plies: string | number }) => string
    "proof": (of: { seat: string | number; moves: number; nimber: string | number }) => string
    "import": string
    "importHint": string
    "text": string
    "read": string
    "file": string
    "tooLarge": (of: { name: string | number; mib: string | number }) => string
    "export": string
    "link": string
    "mainLineOnly": string
    "position": string
    "format": string
    "formats": {
      "thera": string
      "sgf": string
      "ggf": string
      "botzone": string
    }
    "download": string
    "copy": string
    "copied": string
    "remove": string
    "promote": string
    "playHere": string
    "newBoard": string
  }
  "display": {
    "heading": string
    "gone": string
    "auto": (of: { seat: string | number }) => string
    "manual": (of: { seat: string | number }) => string
    "seed": string
    "set": string
    "quit": string
  }
  "editor": {
    "heading": string
    "open": string
    "put": string
    "brushes": {
      "": string
      "+": string
      "-": string
    }
    "turn": string
    "empty": string
    "take": string
  }
  "learn": {
    "programming": string
    "heading": (of: { game: string | number }) => string
    "exercises": string
    "again": string
    "play": (of: { game: string | number }) => string
    "verdicts": {
      "judging": string
      "met": string
      "missed": string
      "unknown": string
    }
  }
  "powers": {
    "heading": string
    "lead": string
    "inForce": string
    "all": string
    "again": (of: { name: string | number }) => string
    "example": (of: { name: string | number }) => string
  }
  "board": {
    "label": string
    "level": (of: { level: number }) => string
    "chosen": string
    "option": string
    "barred": string
    "tilted": string
    "fromAbove": string
    "turnLeft": string
    "turnRight": string
  }
  "settings": {
    "heading": string
    "theme": string
    "themes": {
      "auto": string
      "light": string
      "dark": string
    }
    "language": string
    "missing": string
    "sound": string
    "coordinates": string
    "tilted": string
    "confirm": string
    "letters": string
    "keys": string
    "keyList": readonly [readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string], readonly [string, string]]
  }
  "faults": {
    "move": (of: { input: string | number; want: string | number }) => string
    "position": (of: { detail: string | number; input: string | number }) => string
    "board": (of: { detail: string | number }) => string
    "text": (of: { input: string | number }) => string
    "record": (of: { detail: string | number }) => string
    "empty": string
  }
}
export default words
