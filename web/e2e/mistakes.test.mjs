// Mistakes of reviewed games come back as exercises, on all devices of an account.
import { axe } from './axe.mjs'
import { ask, expect, test } from './people.mjs'

/** On 3×3 squares of Hermit, the first player wins with a block in the center, and nothing else. */
const lost = '/#/analysis?game=hermit&start=.../.../..._1&moves=Ra1&review=1'

const type = async (page, move) => {
  await page.getByLabel('Type a move').fill(move)
  await page.keyboard.press('Enter')
}
const status = (page) => page.locator('.side .status strong')

test('a mistake of a reviewed game is found, practiced, and due on another device', async ({
  person,
}) => {
  const page = await person('Ann')
  await page.goto('/#/mistakes')
  // Until the account is known, the page is that of nobody.
  await page.getByRole('link', { name: `Account: ${page.name}` }).waitFor()
  await page.getByText('Nothing to practice yet.').waitFor()
  await axe(page, 'no mistakes')

  // Nobody knows yet who the user was.
  await page.goto(lost)
  const whose = page.getByRole('group', { name: 'Practice the mistakes of' })
  await whose.getByRole('button', { name: 'Player 1' }).click()
  await page.getByText('1 mistake to practice:').waitFor()
  await page.locator('.review').getByRole('link', { name: 'My mistakes' }).click()
  await expect(page.getByText('Nothing is due.')).toBeVisible()
  await axe(page, 'mistakes')

  await page.getByRole('button', { name: 'Practice early', exact: true }).first().click()
  await expect(status(page)).toHaveText('Player 1 played Ra1. Enter a better move.')
  await page.getByRole('button', { name: 'Hint' }).click()
  await expect(page.getByText('The opponent answers')).toBeVisible()
  await type(page, 'Yb2')
  await expect(status(page)).toContainText('Good: Yb2')
  await expect(page.getByText('Comes back in 2 days.')).toBeVisible()
  await axe(page, 'a mistake that was practiced')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText('Done.').waitFor()
  const repetitions = async () =>
    (await ask(page, 'GET', '/mistakes?after=0')).cards.flatMap((card) => card.repetitions)
  await expect.poll(repetitions).toHaveLength(1)

  const context = await page
    .context()
    .browser()
    .newContext({ baseURL: new URL(page.url()).origin })
  const other = await context.newPage()
  await context.request.post('/api/v1/session', {
    data: { name: page.name, password: 'correct horse' },
  })
  await other.goto('/#/mistakes')
  await other.getByRole('row', { name: /^Hermit 0 1/ }).waitFor()
  await context.close()
})
