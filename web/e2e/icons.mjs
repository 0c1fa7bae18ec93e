// Makes the bitmap icons from the mark, public/icon.svg.
import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { launchOptions } from '../playwright.config.js'

const folder = new URL('../public/', import.meta.url).pathname
const mark = readFileSync(`${folder}icon.svg`, 'utf8')
/** Systems crop these to their own shape, so the background fills them and the mark keeps its distance. */
const full = (margin) =>
  mark
    .replace('rx="15"', '')
    .replace(
      'viewBox="0 0 64 64"',
      `viewBox="${-margin} ${-margin} ${64 + 2 * margin} ${64 + 2 * margin}"`,
    )
    .replace(
      '<rect width="64" height="64"',
      `<rect x="${-margin}" y="${-margin}" width="${64 + 2 * margin}" height="${64 + 2 * margin}"`,
    )
const icons = [
  ['icon-192.png', 192, mark],
  ['icon-512.png', 512, mark],
  ['icon-maskable.png', 512, full(12)],
  ['apple-touch-icon.png', 180, full(4)],
]

const browser = await chromium.launch(launchOptions)
const page = await browser.newPage()
for (const [name, size, svg] of icons) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`)
  await page.screenshot({ path: folder + name, omitBackground: true })
}
await browser.close()
