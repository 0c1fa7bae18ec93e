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
