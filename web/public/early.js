// Applies the chosen theme before anything is painted, and asks for the words of another language
// beside the scripts, which would ask for them later; the other settings can wait.
const words = {} // the build inserts the file of each language

let settings = {}
try {
  settings = JSON.parse(localStorage.getItem('thera.settings')) ?? {}
} catch {
  // Nothing is chosen, or storage is forbidden.
}
if (settings.theme) {
  document.documentElement.dataset.theme = settings.theme
}
const language = [settings.language, ...navigator.languages]
  .map((tag) => String(tag).toLowerCase().split('-')[0])
  .find((tag) => tag === 'en' || tag in words)
if (language in words) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = words[language]
  document.head.append(link)
}
