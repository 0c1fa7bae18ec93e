import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import './head.css'
import { engineComplete } from './engine/engine'
import { speak } from './i18n/topic.svelte'
import { settings } from './settings.svelte'

// Without the words of another language the page begins in English.
await speak(settings.language).catch(() => undefined)
const target = document.getElementById('app')
if (target) {
  // What index.html begins with has been painted; the page has all of it.
  target.replaceChildren()
  mount(App, { target })
}

// With this the page works offline once it has been loaded. It fetches all that there is, so it
// waits until what is needed for play has come.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void engineComplete.then(() =>
    navigator.serviceWorker.register('/sw.js').catch(() => {
      // The page does without.
    }),
  )
}
