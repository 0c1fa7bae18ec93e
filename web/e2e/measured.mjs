// Helpers for the measurements: a browser with nothing cached, and the median.
import { chromium } from '@playwright/test'
import { launchOptions } from '../playwright.config.js'
import { serve } from './serve.mjs'

/** Does something with a page in a browser with nothing cached. */
export async function withPage(action, connection) {
  const browser = await chromium.launch(launchOptions)
  const { server, address } = await serve(0, connection)
  try {
    await action({ page: await browser.newPage({ locale: 'en-US' }), address })
  } finally {
    await browser.close()
    server.close()
  }
}

export const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1]
