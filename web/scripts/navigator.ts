// Node 20 has no navigator, which the settings read in tests that run the engine without a browser.
Object.defineProperty(globalThis, 'navigator', {
  value: (globalThis as { navigator?: Navigator }).navigator ?? {
    language: 'en',
    languages: ['en'],
  },
  configurable: true,
})
