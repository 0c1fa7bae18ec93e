// The texts of one topic in the current language. English is bundled with the code that uses it;
// another language loads when it is chosen, and anything it lacks is shown in English.

import { settings, type Language } from '../store/settings.svelte'

const files = import.meta.glob<unknown>(['./*/*.json', '!./en/*'], { import: 'default' })

/** Loads a file of texts, which the build has completed with English; undefined if there is none. */
const fileOf = async <W>(language: Language, topic: string) =>
  (await files[`./${language}/${topic}.json`]?.()) as W | undefined

let language: Language = $state.raw('en')
let wanted: Language = 'en'
const topics: { load: () => Promise<void> }[] = []
let loading: Promise<unknown> = Promise.resolve()

/** The language that the page is shown in. */
export const shown = () => language

let missing = $state(false)

/** Whether texts in the chosen language could not be loaded. */
export const isMissing = () => missing

/** Shows the page in a language once its texts have loaded; without them, nothing changes. */
export async function speak(next: Language) {
  wanted = next
  await Promise.all(topics.map((topic) => topic.load()))
  if (wanted === next) {
    missing = false
    language = next
  }
}

/** Keeps the page in the language of the settings, once it can be loaded. */
export function followLanguage() {
  $effect(() => {
    const chosen = settings.language
    const follow = () => void speak(chosen).catch(() => undefined)
    follow()
    addEventListener('online', follow)
    return () => removeEventListener('online', follow)
  })
  $effect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language
    tellWorker(language).catch(() => undefined) // notifications fall back to the browser's language
  })
}

/** Keeps the language where the service worker finds it, which has no page to ask. */
async function tellWorker(language: Language) {
  // There are no caches without HTTPS, and then no notifications either.
  if ('caches' in globalThis) {
    const cache = await caches.open('language')
    await cache.put('/language', new Response(language))
    navigator.serviceWorker.controller?.postMessage({ language })
  }
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
          missing ||= wanted === next
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

/** The texts of a topic that has a file of its own in each language. */
export const topicOf = <W>(name: string, english: W) =>
  topic(english, (language) => fileOf<W>(language, name))
