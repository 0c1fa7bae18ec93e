// What axe finds wrong with a page.
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'

const source = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** Fails on any violation; where says which page it is. */
export async function axe(page, where) {
  await page.evaluate(source)
  const { violations } = await page.evaluate(() => globalThis.axe.run())
  const found = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`)
  expect(found, where).toEqual([])
}
