// Takes the pictures in the README: a board of each game, in both themes.
import { chromium } from '@playwright/test'
import { mkdirSync, statSync } from 'node:fs'
import { launchOptions } from '../playwright.config.js'
import { serve } from './serve.mjs'

const folder = new URL('../../docs/pictures/', import.meta.url).pathname
/** The size limit of a picture, in bytes. */
const budget = 60_000

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch(launchOptions)
const { server, address } = await serve()
try {
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({
      colorScheme,
      locale: 'en-US',
      reducedMotion: 'reduce',
      viewport: { width: 1000, height: 800 },
    })
    await page.goto(address)
    const cards = page.locator('.cards > li')
    for (const card of await cards.all()) {
      await card.locator('.board').waitFor()
      await card.locator('button:not([aria-disabled])').waitFor() // the engine has loaded
      const name = (await card.locator('h2').innerText()).toLowerCase()
      const path = `${folder}${name}-${colorScheme}.png`
      await card.screenshot({ path })
      const { size } = statSync(path)
      console.log(path, size)
      if (size > budget) {
        throw new Error(`${path}: ${size} bytes, want at most ${budget}`)
      }
    }
  }
} finally {
  await browser.close()
  server.close()
}
