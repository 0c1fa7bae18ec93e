// The user's settings, stored in the browser.

import * as v from 'valibot'

export const themes = ['auto', 'light', 'dark'] as const
export const languages = ['en', 'de', 'es', 'fr', 'nl', 'zh'] as const
export type Language = (typeof languages)[number]

const key = 'thera.settings'

/** The browser's first preferred language that the page has. */
export const wanted = (asked: readonly string[]): Language =>
  asked
    .map((tag) => languages.find((language) => language === tag.toLowerCase().split('-')[0]))
    .find((language) => language !== undefined) ?? 'en'

const flag = (usual: boolean) => v.fallback(v.boolean(), usual)

/** Parses what is stored, with defaults for anything missing or unusable. */
const schema = v.object({
  theme: v.fallback(v.picklist(themes), 'auto'),
  language: v.fallback(v.picklist(languages), () => wanted(navigator.languages)),
  sound: flag(true),
  coordinates: flag(true),
  tilted: flag(true),
  confirm: flag(false),
  /** Whether single letters are shortcuts. */
  letters: flag(true),
  territory: flag(false),
  mobility: flag(false),
  /** The number of analysis lines, and whether analysis is unlimited. */
  lines: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)), 3),
  endless: flag(false),
  mute: flag(false),
  /** Boards and piece sets by game, where not the default. */
  boards: v.fallback(v.record(v.string(), v.string()), {}),
  pieces: v.fallback(v.record(v.string(), v.string()), {}),
})

type Choices = v.InferOutput<typeof schema>

export function parseChoices(text: string | null): Choices {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '{}')
  } catch {
    // Broken text counts as none.
  }
  return v.parse(schema, stored ?? {})
}

function read(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null // storage may be forbidden
  }
}

export const settings: Choices = $state(parseChoices(read()))

/** Stores the settings and applies the theme when they change. */
export function keepSettings() {
  $effect(() => {
    const text = JSON.stringify(settings)
    try {
      localStorage.setItem(key, text)
    } catch {
      // Without storage, settings last as long as the page.
    }
  })
  $effect(() => {
    document.documentElement.dataset.theme = settings.theme
  })
}
