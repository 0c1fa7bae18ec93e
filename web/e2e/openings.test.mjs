// Practicing openings: the book plays the other side.
import { axe } from './axe.mjs'
import { expect, test } from './browser.mjs'

test('the book answers a wrong turn, and the other side a right one', async ({ page, address }) => {
  await page.goto(`${address}/#/openings/santorini?seed=1`)
  const task = page.locator('.side').getByRole('status')
  const type = async (move) => {
    await page.getByLabel('Type a move').fill(move)
    await page.getByLabel('Type a move').press('Enter')
  }
  await expect(task).toContainText('Player A to move: play a book move')
  await type('@a1,a2')
  await expect(task).toContainText('@a1,a2 isn’t in the book')
  await expect(page.locator('.board .shape')).not.toHaveCount(0)
  await axe(page, 'practicing openings')

  const [, answer] = /The book has ([^ ]*?),? /.exec(`${await task.innerText()} `.replace(':', ' '))
  await type(answer)
  await expect(task).toContainText('Player A to move again')

  // What was missed is kept.
  await page.getByRole('button', { name: 'Show the book' }).click()
  await expect(task).toContainText('Play one of its moves to continue.')
  const missed = () =>
    page.evaluate(() => {
      const { drills } = JSON.parse(localStorage.getItem('thera.openings') ?? '{"drills":{}}')
      return Object.keys(drills['santorini 0 page'] ?? {})
    })
  await expect.poll(missed).toHaveLength(2)
})
