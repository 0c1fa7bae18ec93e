// The words of one topic in the language that is shown. English comes with the code that needs
// them; another language comes when it is chosen, and all that it does not say is in English.

import { settings, type Language } from '../settings.svelte'

const files = import.meta.glob<unknown>(['./*/*.json', '!./en/*'], { import: 'default' })

/** Loads a file of words, which the build has filled up with English; undefined if there is none. */
export const fileOf = async <W>(language: Language, topic: string) =>
  (await files[`./${language}/${topic}.json`]?.()) as W | undefined

let language: Language = $state.raw('en')
let wanted: Language = 'en'
const topics: { load: () => Promise<void> }[] = []
let loading: Promise<unknown> = Promise.resolve()

/** The language that the page is shown in. */
export const shown = () => language

/** Shows the page in a language, once its words have come; without them it stays as it is. */
export async function speak(next: Language) {
  wanted = next
  await Promise.all(topics.map((topic) => topic.load()))
  if (wanted === next) {
    language = next
  }
}

/** Shows the page in the language of the settings, now and when it changes. */
export function followLanguage() {
  $effect(() => {
    speak(settings.language).catch(() => (settings.language = language))
  })
  $effect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language
  })
}

/** Waits for the words of topics that have come with a page. */
export async function withWords<T>(page: Promise<T>): Promise<T> {
  const found = await page
  await loading
  return found
}

/** The words of a topic. Read in markup, they follow the choice of a language. */
export function topic<W>(
  english: W,
  load: (language: Language) => Promise<W | undefined>,
): () => W {
  let words = $state.raw(new Map<Language, W>([['en', english]]))
  const own = {
    async load() {
      const next = wanted
      if (!words.has(next)) {
        const own = (await load(next)) ?? english
        words = new Map(words).set(next, own)
      }
    },
  }
  topics.push(own)
  // What does not come is said in English.
  loading = Promise.allSettled([loading, own.load()])
  return () => words.get(language) ?? english
}
