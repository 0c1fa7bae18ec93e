// The lessons on strategy: boards to look at, exercises, questions, and progress.
import { axe } from './axe.mjs'
import { expect, test } from './browser.mjs'
import { choose } from './taps.mjs'

test('a lesson is gone through, and remembered', async ({ page, address }) => {
  await page.goto(`${address}/#/learn/amazons`)
  await page.getByRole('link', { name: 'Start the lessons' }).click()

  // The tour ends with a turn that wins.
  await expect(page.getByRole('heading', { name: 'How a turn works' })).toBeVisible()
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await choose(page, 'c2', 'c3', 'c2')
  await expect(page.getByText('Right!')).toBeVisible()
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await choose(page, 'c3', 'd2', 'c1')
  await expect(page.getByText('you have won')).toBeVisible()
  await page.getByRole('link', { name: 'Next lesson: Territory' }).click()

  await expect(page.getByRole('heading', { name: 'A wall makes space yours' })).toBeVisible()
  await axe(page, 'a lesson')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'White' }).click()
  await expect(page.getByText('Not quite. Look again.')).toBeVisible()
  await page.getByRole('button', { name: 'Black' }).click()
  await expect(page.getByText('Right! White has 11 squares')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()

  // A wrong turn gets a reply, and the right one is shown.
  await choose(page, 'b3', 'b2', 'b1')
  await expect(page.getByText(/That doesn’t work.*The arrow shows the reply/)).toBeVisible()
  await page.getByRole('button', { name: 'Show the move' }).click()
  await expect(page.getByText(/^The move is/)).toBeVisible()
  await choose(page, 'b3', 'c3', 'b4')
  await expect(page.getByText('Right!')).toBeVisible()
  await axe(page, 'a solved exercise')
  await page.reload()
  await expect(page.getByRole('link', { name: 'Step 4: The gate, done' })).toBeVisible()
  await page.getByRole('link', { name: 'The rules' }).first().click()
  await expect(page.getByLabel('4 of 5 done')).toBeVisible()
  await page.getByRole('link', { name: 'Continue the lessons' }).click()
  await expect(page.getByRole('heading', { name: 'Meet her early' })).toBeVisible()
})

test('a wrong turn can be tried again, on towers too', async ({ page, address }) => {
  await page.goto(`${address}/#/learn/santorini?lesson=heights&step=4`)
  await choose(page, 'd4', 'c4', 'c5')
  await expect(page.getByText('That doesn’t work.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await choose(page, 'a5', 'a4', 'a5')
  await expect(page.getByText('Right!')).toBeVisible()
})
