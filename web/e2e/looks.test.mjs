// Boards and pieces can be chosen, and stay chosen.
import { expect, test } from './browser.mjs'

test('another board and other pieces are chosen and remembered', async ({ page, address }) => {
  await page.goto(`${address}/#/learn/hermit`)
  const square = page.locator('main .board svg > rect:not(:first-of-type)').first()
  await expect(page.locator('main .board .block text').first()).toBeVisible()
  await page.getByRole('button', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('group', { name: 'Hermit: Board' })
    .getByRole('radio', { name: 'Sea' })
    .check()
  await dialog
    .getByRole('group', { name: 'Hermit: Pieces' })
    .getByRole('radio', { name: 'Signs' })
    .check()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(square).toHaveAttribute('fill', /#e6eef2|#cfdfe9/)
  // Without color, blocks can still be told apart, now by signs.
  await expect(page.locator('main .board .block text')).toHaveCount(0)
  await expect(page.locator('main .board .block > path').first()).toBeVisible()
})
