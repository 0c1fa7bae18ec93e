// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "apollo": {
    "name": string
    "text": string
  }
  "artemis": {
    "name": string
    "text": string
  }
  "athena": {
    "name": string
    "text": string
  }
  "atlas": {
    "name": string
    "text": string
  }
  "demeter": {
    "name": string
    "text": string
  }
  "hephaestus": {
    "name": string
    "text": string
  }
  "hermes": {
    "name": string
    "text": string
  }
  "minotaur": {
    "name": string
    "text": string
  }
  "pan": {
    "name": string
    "text": string
  }
  "prometheus": {
    "name": string
    "text": string
  }
  "mortal": {
    "name": string
    "text": string
  }
}
export default words
