// The user's settings, stored in the browser.

import * as v from 'valibot'
import { Stored } from './stored.svelte'

export const themes = ['auto', 'light', 'dark'] as const
export const languages = ['en', 'de', 'es', 'fr', 'nl', 'zh'] as const
export type Language = (typeof languages)[number]

/** The browser's first preferred language that the page has. */
export const wanted = (asked: readonly string[]): Language =>
  asked
    .map((tag) => languages.find((language) => language === tag.toLowerCase().split('-')[0]))
    .find((language) => language !== undefined) ?? 'en'

const flag = (usual: boolean) => v.fallback(v.boolean(), usual)

/** Each has a default for when it is missing or unusable. */
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

/** They belong to the browser: a screen needs the same theme for every user. */
export const storedSettings = new Stored('settings', schema, { shared: true })

/** The settings; whatever is assigned to one of them is stored. */
export const settings = Object.defineProperties({}, properties()) as Choices

function properties(): PropertyDescriptorMap {
  const names = Object.keys(schema.entries) as (keyof Choices)[]
  const property = (name: keyof Choices): PropertyDescriptor => ({
    enumerable: true,
    get: () => storedSettings.value[name],
    set: (value) => void storedSettings.change((all) => ({ ...all, [name]: value as unknown })),
  })
  return Object.fromEntries(names.map((name) => [name, property(name)]))
}

/** Applies the theme when it changes. */
export function followTheme() {
  $effect(() => {
    document.documentElement.dataset.theme = settings.theme
  })
}
