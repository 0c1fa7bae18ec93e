import { defineConfig } from '@playwright/test'
import { existsSync } from 'node:fs'

// Workers read this too. A port of its own, so that two checkouts can be tested at once.
process.env.THERA_TEST_PORT ??= String(20_000 + (process.pid % 10_000))
const port = Number(process.env.THERA_TEST_PORT)

/** Debian's chromium, as users have it. */
export const launchOptions = {
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
}

/** The same with a third less work: no window, if its shell is here, and no second compiler. */
const shell = '/usr/bin/chromium-headless-shell'
const quick = {
  ...launchOptions,
  ...(!process.env.CHROMIUM && existsSync(shell) ? { executablePath: shell } : {}),
  args: [...launchOptions.args, '--js-flags=--liftoff-only'],
}

/** The tests in a browser, and the page as it is meant to be served. */
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
    // Each browser would fetch all of the page for later: a fifth of the work. A test of what is
    // there offline allows it.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    launchOptions: quick,
  },
})
