// Practicing openings: the book plays the other side.
import { axe } from './axe.mjs'
import { expect, test } from './browser.mjs'

test('a wrong turn is answered by the book, and a right one by the other side', async ({
  page,
  address,
}) => {
  await page.goto(`${address}/#/openings/hermit?seed=1`)
  const task = page.getByRole('status').filter({ hasText: /move|book|line|reply/ })
  const type = async (move) => {
    await page.getByLabel('Type a move').fill(move)
    await page.getByLabel('Type a move').press('Enter')
  }
  await expect(task).toContainText('to move: play a move of the book')
  await page.getByRole('button', { name: 'Show the book' }).click()
  await expect(task).toContainText('The book has')
  await expect(page.locator('.board .shape')).not.toHaveCount(0)
  const [answer] = /[RYB][a-h]\d(-[a-h]\d)?/.exec(await task.innerText())
  await axe(page, 'practicing openings')

  await page.getByRole('button', { name: 'Next line' }).click()
  await expect(task).toContainText('to move: play a move of the book')
  await type(answer)
  await expect(task).toContainText('to move again')

  // Nobody plays in the middle of nowhere.
  const wrong = async (moves) => {
    for (const move of moves) {
      await type(move)
      if ((await task.innerText()).includes('isn’t in the book')) {
        return
      }
    }
  }
  await wrong(['Rc3', 'Yd4', 'Bd3', 'Rd4'])
  await expect(task).toContainText('isn’t in the book')
  await page.reload()
  await expect(task).toContainText('to move: play a move of the book')
})
