// What a person has chosen about the page, kept in the browser.

export type Theme = 'auto' | 'light' | 'dark'
export type Language = 'en' | 'nl'

interface Choices {
  theme: Theme
  language: Language
  sound: boolean
  coordinates: boolean
  confirm: boolean
  territory: boolean
}

const key = 'thera.settings'

function defaults(): Choices {
  return {
    theme: 'auto',
    language: navigator.language.startsWith('nl') ? 'nl' : 'en',
    sound: true,
    coordinates: true,
    confirm: false,
    territory: false,
  }
}

/** Returns what was stored, and the default for all that is missing or of no use. */
export function parseChoices(text: string | null): Choices {
  const choices = defaults()
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<Choices>
    if (stored.theme === 'light' || stored.theme === 'dark') choices.theme = stored.theme
    if (stored.language === 'en' || stored.language === 'nl') choices.language = stored.language
    for (const name of ['sound', 'coordinates', 'confirm', 'territory'] as const) {
      if (typeof stored[name] === 'boolean') choices[name] = stored[name]
    }
  } catch {
    // A broken text is as good as none.
  }
  return choices
}

function read(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null // storage may be forbidden
  }
}

export const settings: Choices = $state(parseChoices(read()))

/** Keeps the settings stored and the document's theme and language as chosen. */
export function keepSettings() {
  $effect(() => {
    const text = JSON.stringify(settings)
    try {
      localStorage.setItem(key, text)
    } catch {
      // Without storage, choices last as long as the page.
    }
  })
  $effect(() => {
    document.documentElement.dataset.theme = settings.theme
    document.documentElement.lang = settings.language
  })
}
