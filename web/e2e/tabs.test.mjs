// What several tabs share, and protection against slips of the hand.
import { begin, expect, test } from './browser.mjs'

async function typeMove(page, move) {
  const box = page.getByLabel('Type a move')
  await box.fill(move)
  await box.press('Enter')
}

test('a game in two tabs is played in the one that is used', async ({ context, page, address }) => {
  await begin(page, address, 'Hermit', { opponent: 'Same device' })
  await expect(page).toHaveTitle('● Your turn · Hermit · thera')
  const other = await context.newPage()
  await other.goto(page.url())
  await other.locator('.place .board').waitFor()
  await expect(page.getByRole('status')).toContainText('another tab')
  await typeMove(other, 'Ra1')
  await expect(page.locator('.moves')).toContainText('Ra1')
  // The first tab takes the game over when it is used.
  await page.bringToFront()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(other.getByRole('status')).toContainText('another tab')
  await typeMove(page, 'Bc3')
  await expect(other.locator('.moves')).toContainText('Bc3')
})

test('a deleted game can be restored, and a missing one is reported', async ({ page, address }) => {
  await begin(page, address, 'Hermit', { opponent: 'Same device' })
  await page.goto(`${address}/#/`)
  await page.getByRole('button', { name: /^Delete Hermit/ }).click()
  await expect(page.locator('.kept a')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.kept a')).toHaveCount(1)
  await page.goto(`${address}/#/lern`)
  await expect(page.getByRole('alert')).toContainText('lern')
  await page.goto(`${address}/#/learn/hermit`)
  await expect(page).toHaveTitle('Hermit · Learn · thera')
})
