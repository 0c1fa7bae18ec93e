// The texts of one topic in the current language. English is bundled with the code that uses it;
// another language loads when it is chosen, and anything it lacks is shown in English.

import { settings, type Language } from '../settings.svelte'

const files = import.meta.glob<unknown>(['./*/*.json', '!./en/*'], { import: 'default' })

/** Loads a file of texts, which the build has completed with English; undefined if there is none. */
export const fileOf = async <W>(language: Language, topic: string) =>
  (await files[`./${language}/${topic}.json`]?.()) as W | undefined

let language: Language = $state.raw('en')
let wanted: Language = 'en'
const topics: { load: () => Promise<void> }[] = []
let loading: Promise<unknown> = Promise.resolve()

/** The language that the page is shown in. */
export const shown = () => language

/** Whether some texts could not be loaded in the wanted language. */
let failed = $state(false)
export const isUntranslated = () => failed

/** Shows the page in a language once its texts have loaded; without them, nothing changes. */
export async function speak(next: Language) {
  wanted = next
  failed = false
  await Promise.all(topics.map((topic) => topic.load()))
  if (wanted === next) {
    language = next
  }
}

/** Keeps the page in the language of the settings. */
export function followLanguage() {
  $effect(() => {
    speak(settings.language).catch(() => undefined) // the banner says so
  })
  $effect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language
  })
}

/** Waits for a page and for the texts of the topics that came with it. */
export async function withWords<T>(page: Promise<T>): Promise<T> {
  const found = await page
  await loading
  return found
}

/** The texts of a topic. Read in markup, they follow a change of language. */
export function topic<W>(
  english: W,
  load: (language: Language) => Promise<W | undefined>,
): () => W {
  let words = $state.raw(new Map<Language, W>([['en', english]]))
  const own = {
    async load() {
      const next = wanted
      if (!words.has(next)) {
        try {
          words = new Map(words).set(next, (await load(next)) ?? english)
        } catch (error) {
          failed ||= wanted === next
          throw error
        }
      }
    },
  }
  topics.push(own)
  // Texts that do not load are shown in English, and the banner says so.
  loading = Promise.allSettled([loading, own.load()])
  return () => words.get(language) ?? english
}
