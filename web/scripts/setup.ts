import { vi } from 'vitest'

// Node has no events of other tabs and Node 20 no navigator, which the settings use in tests that run
// the engine without a browser.
if (!('addEventListener' in globalThis)) {
  Object.assign(globalThis, { addEventListener: () => undefined })
}
Object.defineProperty(globalThis, 'navigator', {
  value: (globalThis as { navigator?: Navigator }).navigator ?? {
    language: 'en',
    languages: ['en'],
  },
  configurable: true,
})

// A browser opens dialogs; jsdom knows none that are modal.
if ('HTMLDialogElement' in globalThis) {
  HTMLDialogElement.prototype.showModal = HTMLDialogElement.prototype.close = () => undefined
}

// The default of one second is too little on a busy machine.
const { waitFor } = vi
vi.waitFor = (callback, options = 30_000) => waitFor(callback, options)
