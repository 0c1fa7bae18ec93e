// Accessibility checks with axe.
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'

const source = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** Fails on any violation of some rules or all; where names the page. */
export async function axe(page, where, rules) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(source)
  }
  const { violations } = await page.evaluate(
    (rules) =>
      globalThis.axe.run({ resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) }),
    rules,
  )
  const found = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`)
  expect(found, where).toEqual([])
}

/** Fails on violations in either theme; only colors depend on the theme. */
export async function axeInBoth(page, where) {
  await page.emulateMedia({ colorScheme: 'light' })
  await axe(page, `${where}, light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await axe(page, `${where}, dark`, ['color-contrast', 'link-in-text-block'])
}
