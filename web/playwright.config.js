import { defineConfig } from '@playwright/test'

// Workers read this too. A port of its own, so that two checkouts can be tested at once.
process.env.THERA_TEST_PORT ??= String(20_000 + (process.pid % 10_000))
const port = Number(process.env.THERA_TEST_PORT)

/** The tests in a browser: Debian's chromium, and the page as it is meant to be served. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.mjs',
  // Much of a test is waiting: for clocks, for the other side.
  workers: 2,
  timeout: 240_000,
  // What has to come does, on a machine however busy; what must not is looked at once.
  expect: { timeout: 30_000 },
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  outputDir: 'node_modules/.cache/e2e',
  ...(process.env.THERA_URL
    ? {}
    : {
        webServer: {
          command: `node e2e/serve.mjs ${port}`,
          port,
        },
      }),
  use: {
    baseURL: process.env.THERA_URL ?? `http://localhost:${port}`,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    actionTimeout: 30_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
