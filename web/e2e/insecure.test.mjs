// The page as it is opened from another device in the same house or school: over plain HTTP, where
// browsers lack some of their functions. They trust localhost, so that it gets another name here.
import config from '../playwright.config.js'
import { begin, ready } from './browser.mjs'
import { due, expect, move, test as base } from './people.mjs'
import { byMouse } from './taps.mjs'

const test = base.extend({
  /** A guest's page, of a server that is not on the same machine as far as the browser knows. */
  far: async ({ person, server }, use) => {
    const at = { address: server.address.replace('localhost', 'thera.test') }
    await use(async (name) => {
      const page = await person(name, { guest: true, at })
      await page.goto('/#/')
      expect(await page.evaluate(() => isSecureContext)).toBe(false)
      return page
    })
  },
})
const { launchOptions } = config.use
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...launchOptions.args, '--host-resolver-rules=MAP thera.test 127.0.0.1'],
  },
})

test('games are played, analyzed, reviewed, and kept in studies', async ({ far }) => {
  const page = await far('A')
  await begin(page, '', 'Hermit', { variant: '3x3' })
  await ready(page)
  await byMouse(page, 'b2')
  await page.locator('.moves [data-at="1"]').waitFor()

  const game = '/#/analysis?game=hermit&start=.../.../..._1&moves=Rb2_Ya1_Bc3'
  await page.goto(game)
  await page.getByRole('button', { name: 'Study…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/#\/study\/./)
  await page.locator('.place .board').waitFor()
  await page.goto(game)
  await page.getByRole('button', { name: 'Review this game' }).click()
  await expect(page.locator('.graph polyline')).toHaveAttribute('points', / 300,/)

  await page.getByRole('button', { name: 'Moves', exact: true }).click()
  await page.getByRole('button', { name: 'Share' }).click()
  await page
    .getByRole('button', { name: /^Copy: / })
    .first()
    .click()
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  await page.getByLabel('Type a move').press('Control+V')
  await expect(page.getByLabel('Type a move')).toHaveValue(/#\/analysis/)

  await page.goto('/#/studies')
  await page.getByRole('button', { name: 'New study' }).click()
  await page.getByRole('button', { name: 'Add' }).click()
  await page.waitForURL(/#\/study\/./)
  await page.locator('.place .board').waitFor()
})

test('two guests meet in the lobby', async ({ far }) => {
  const pages = [await far('A'), await far('B')]
  await pages[0].getByRole('radio', { name: 'Hermit' }).check()
  await pages[0].getByRole('button', { name: /^15/ }).click()
  await pages[1].getByRole('button', { name: 'Join', exact: false }).first().click()
  for (const page of pages) {
    await page.waitForURL(/#\/game\//)
    await page.locator('.place .board').waitFor()
  }
  const first = await due(pages)
  await move(first)
  expect(await due(pages)).not.toBe(first)
})
