// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "amazons": {
    "name": string
    "blurb": string
    "seats": readonly [string, string]
    "pieces": {
      "Q": string
      "q": string
      "*": string
    }
    "steps": readonly [string, string, string]
    "lead": string
    "spoken": (of: { from: string | number; to: string | number; arrow: string | number }) => string
  }
  "santorini": {
    "name": string
    "blurb": string
    "seats": readonly [string, string, string, string]
    "pieces": {
      "A": string
      "B": string
      "C": string
      "D": string
    }
    "steps": readonly [string, string, string]
    "placing": readonly [string, string]
    "ways": {
      "first": {
        "plain": string
        "text": string
        "prompt": string
      }
      "on": {
        "plain": string
        "text": string
        "prompt": string
      }
      "D": {
        "plain": string
        "text": string
        "prompt": string
      }
    }
    "lead": string
    "spoken": {
      "placed": (of: { squares: string | number }) => string
      "walk": (of: { from: string | number; to: string | number }) => string
      "builds": (of: { squares: string | number }) => string
      "dome": (of: { squares: string | number }) => string
    }
  }
  "hermit": {
    "name": string
    "blurb": string
    "seats": readonly [string, string]
    "pieces": {
      "R": string
      "Y": string
      "B": string
    }
    "steps": readonly [string, string]
    "lead": string
    "spoken": (of: { block: string | number; squares: string | number }) => string
  }
}
export default words
