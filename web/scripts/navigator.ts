// Node 20 has no navigator, which tests of the engine without a browser meet in the settings.
Object.defineProperty(globalThis, 'navigator', {
  value: (globalThis as { navigator?: Navigator }).navigator ?? {
    language: 'en',
    languages: ['en'],
  },
  configurable: true,
})
