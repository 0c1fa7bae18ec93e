// What the browser stores: named opponents, the user's record against them, the link to continue a
// game, and the backup file.
import { readFileSync } from 'node:fs'
import { axe } from './axe.mjs'
import { begin, expect, ready, test } from './browser.mjs'

test('a record outlives its game, and a backup everything', async ({ page, browser, address }) => {
  await begin(page, address, 'Hermit', { variant: '4x4' })
  await ready(page)
  await expect(page.getByText('Trivia (computer, level 1)')).toBeVisible()
  const first = page.getByRole('complementary', { name: 'Hermit' })
  await expect(first.getByText('Choose a block and a square for it.')).toBeVisible()
  await page.click('[data-square="b2"]')
  await page.locator('.moves [data-at="2"]').waitFor()
  await expect(first).toBeHidden()
  await page.goto(`${address}/#/`)
  await page.getByRole('link', { name: /Continue where you left.*Trivia.*after 2 moves/ }).click()
  await ready(page)
  await page.getByRole('button', { name: 'Resign' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await page.getByText('You resigned.').waitFor()

  await page.goto(`${address}/#/`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save 1 game as a file' }).click()
  await expect(page.getByText('Continue where you left off')).toBeHidden()
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain('[Game "hermit"]')
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByText('Your record').click()
  const row = page.getByRole('row', { name: 'Trivia 1 0 1' })
  await expect(row).toBeVisible()
  await axe(page, 'games and record')

  await page.getByRole('button', { name: 'Settings' }).click()
  const backup = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save backup' }).click()
  const file = await (await backup).path()

  const other = await (await browser.newContext()).newPage()
  await other.goto(`${address}/#/`)
  await other.getByRole('button', { name: 'Settings' }).click()
  const box = other.locator('dialog input[type=file]')
  const start = readFileSync(file).subarray(0, 200)
  for (const [buffer, why] of [
    [start, /This file is damaged or incomplete/],
    [Buffer.from('(;FF[4]'), /This is not a backup/],
  ]) {
    await box.setInputFiles({ name: 'x.json', mimeType: 'text/plain', buffer })
    await expect(other.getByText(why)).toBeVisible()
  }
  await axe(other, 'backup')
  await box.setInputFiles(file)
  await expect(other.getByText(/^Restored \d+ item/)).toBeVisible()
  await other.getByRole('button', { name: 'Show what’s new' }).click()
  await other.getByText('Your record').click()
  await expect(other.getByRole('row', { name: 'Trivia 1 0 1' })).toBeVisible()

  // The new game dialog knows the record too.
  await other.getByRole('button', { name: 'Play: Hermit' }).click()
  await other.getByRole('slider').fill('1')
  await expect(other.getByText('Your record: 0 wins, 1 loss')).toBeVisible()
  await other.context().close()
})

test('the page says when the browser refuses to store something, and keeps it until closed', async ({
  page,
  address,
}) => {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype
    window.full = true
    IDBObjectStore.prototype.put = function (...item) {
      if (window.full) {
        throw new DOMException('the disk is full', 'QuotaExceededError')
      }
      return put.apply(this, item)
    }
  })
  await begin(page, address, 'Hermit', { variant: '4x4' })
  const banner = page.locator('.banner').filter({ hasText: 'Your browser can’t save this' })
  await expect(banner).toBeVisible()
  await axe(page, 'what could not be kept')
  await ready(page)
  await page.click('[data-square="b2"]')
  await page.locator('.moves [data-at="2"]').waitFor()
  await page.getByRole('link', { name: 'thera' }).click()
  await page.getByRole('link', { name: /Continue where you left.*after 2 moves/ }).click()
  await ready(page)

  // The notice returns for the next thing after it has been closed, but not once there is room.
  await banner.getByRole('button', { name: 'Close' }).click()
  await expect(banner).toBeHidden()
  await page.getByRole('button', { name: 'Flip', exact: true }).click()
  await expect(banner).toBeVisible()
  await page.evaluate(() => (window.full = false))
  await page.getByRole('button', { name: 'Flip', exact: true }).click()
  await expect(banner).toBeHidden()
  await page.reload()
  await page.locator('.moves [data-at="2"]').waitFor()
})
