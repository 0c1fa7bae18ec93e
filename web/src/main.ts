import { mount } from 'svelte'
import App from './app/App.svelte'
import './app.css'
import './head.css'
import { engineComplete } from './engine/engine'
import { speak } from './i18n/topic.svelte'
import { settings } from './store/settings.svelte'

// If another language fails to load, the page starts in English.
await speak(settings.language).catch(() => undefined)
const target = document.getElementById('app')
if (target) {
  // index.html's initial markup has been painted; the page replaces it.
  target.replaceChildren()
  mount(App, { target })
}

// The service worker makes the page work offline. It fetches most files, so it waits until what play
// needs has loaded.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void engineComplete.then(() =>
    navigator.serviceWorker.register('/sw.js').catch(() => {
      // The page works without it.
    }),
  )
}
