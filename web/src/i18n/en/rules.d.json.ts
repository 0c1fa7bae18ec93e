// Made from the words beside it by: npx vitest run src/i18n -u
declare const words: {
  "amazons": {
    "rules": readonly [{
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }]
    "exercises": readonly [{
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }]
  }
  "santorini": {
    "rules": readonly [{
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }]
    "exercises": readonly [{
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }]
  }
  "hermit": {
    "rules": readonly [{
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }]
    "exercises": readonly [{
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }]
  }
  "powers": {
    "heading": string
    "text": string
    "rules": readonly [{
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }]
    "exercises": readonly [{
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }, {
        "heading": string
        "text": string
      }]
  }
}
export default words
