// The review of a game, and what an analysis says and draws.
import { axe } from './axe.mjs'
import { begin, expect, test } from './browser.mjs'
import { choose } from './taps.mjs'

/** On 3×3 squares of Hermit, the first player wins with a block in the center, and nothing else. */
const lost = '/#/analysis?game=hermit&start=.../.../..._1&moves=Ra1'

const type = async (page, move) => {
  await page.getByLabel('Type a move').fill(move)
  await page.keyboard.press('Enter')
}

test('a game is reviewed, and a better move than its mistake is found', async ({
  page,
  address,
}) => {
  await page.goto(`${address}${lost}&review=1`)
  await page.getByRole('row', { name: 'Player 1 1% 0 0 1' }).waitFor()
  const fate = page.getByRole('button', {
    name: 'Player 1 was winning until 1. Ra1, the losing move.',
  })
  await fate.waitFor()
  await axe(page, 'a review')

  // The better move is shown as a variation, and keys go from mistake to mistake.
  await page.getByRole('button', { name: /show [RYB]b2, the better move/ }).click()
  await expect(page.locator('.above strong')).toHaveText('Player 2 to move')
  await expect(page.getByText('Player 2 wins')).toHaveCount(0)
  await page.getByRole('button', { name: 'First position' }).click()
  await page.keyboard.press('n')
  await expect(page.locator('.review [aria-current]')).toContainText('1. Ra1')

  // The answer is hidden while it is to be found.
  await page.getByRole('button', { name: 'Try again: find a better move than 1. Ra1' }).click()
  const status = page.getByRole('region', { name: 'A better move' }).getByRole('status')
  await expect(status).toContainText('Player 1 played Ra1. Enter a better move.')
  await expect(page.locator('.lines, .proof, .review')).toHaveCount(0)
  await type(page, 'Ya3')
  await expect(status).toContainText('Ya3 is not good enough. Try again.')
  await type(page, 'Yb2')
  await expect(status).toContainText('Good: Yb2')
  await axe(page, 'a better move that is found')
  await page.getByRole('button', { name: 'Back to the review' }).click()
  await expect(fate).toBeVisible()
})

test('with three players, the page says why there is no review', async ({ page, address }) => {
  await page.goto(
    `${address}/#/analysis?game=santorini&start=00000/00000/00000/00000/00000_-,-,-_1`,
  )
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.getByText('With three or four players').waitFor()
  await expect(page.getByRole('button', { name: 'Review this game' })).toHaveCount(0)
  await axe(page, 'no review')
})

test('the engine and the solver do as they are set', async ({ page, address }) => {
  await page.goto(`${address}/#/analysis?game=hermit&start=B.B/R.B/..._1`)
  await page.getByText(/^Proven: Player \d wins/).waitFor()
  await page.getByRole('button', { name: 'Engine settings' }).click()
  await page.getByText('In a browser, the engine uses one thread.').waitFor()
  await page.getByRole('combobox', { name: 'Lines' }).selectOption('5')
  await expect(page.locator('.lines li')).toHaveCount(5)
  await expect(page.locator('.lines li').nth(4).locator('button').first()).toBeVisible()
  await expect(page.locator('.badge')).toHaveCount(5)
  await page.getByRole('button', { name: 'What fits' }).click()
  await expect(page.locator('.possible').first()).toBeVisible()

  await page.goto(`${address}/#/analysis?game=amazons&start=Q2*1q_w`)
  await expect(page.getByRole('button', { name: 'Mobility', pressed: true })).toBeVisible()
  await expect(page.locator('.reach')).toHaveCount(3)
  await expect(page.locator('.counts')).toContainText('Mobility: White 2, Black 1')

  await page.goto(
    `${address}/#/analysis?game=santorini&start=00110/00011/00002/00000/00000_b3e4,c3c5_1`,
  )
  await expect(page.locator('.reach').first()).toBeVisible()
  await page.getByRole('button', { name: 'Top view' }).click()
  await expect(page.locator('circle.reach').first()).toBeVisible()
})

test('a decided game says who has won', async ({ page, address }) => {
  await page.goto(`${address}/#/analysis?game=amazons&start=Q1q_w&moves=a1-b1(a1)`)
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuetext', 'White won')
  await expect(page.locator('.score')).toHaveText('White wins')
})

test('a move to be confirmed is seen on the board', async ({ page, address }) => {
  await page.addInitScript(() =>
    localStorage.setItem('thera.settings', JSON.stringify({ confirm: true })),
  )
  await begin(page, address, 'Amazons', { variant: '6x6', opponent: 'Same device' })
  await choose(page, 'b1', 'b5', 'c5')
  await page.getByRole('button', { name: 'Confirm b1-b5(c5)' }).waitFor()
  await expect(page.locator('.ghost [data-at="c5"]')).toHaveCount(1)
  await expect(page.locator('[data-at="b5"]')).toHaveCount(1)
  await expect(page.locator('[data-at="b1"]')).toHaveCount(0)
})

test('an analysis says why a move tried is a mistake', async ({ page, address }) => {
  await page.goto(`${address}/#/analysis?game=hermit&start=...._1`)
  await page.getByText('Player 1 wins').first().waitFor()
  await type(page, 'Ra1')
  await expect(page.getByText('It leaves nimber 3; Rb1-c1 leaves 0, which wins.')).toBeVisible()
})
