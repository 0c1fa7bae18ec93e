// The opening explorer, next to an analysis.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { axe } from './axe.mjs'
import { expect, test } from './browser.mjs'

const explorer = (page) => page.getByRole('region', { name: 'Openings' })
const choices = (page) => explorer(page).getByRole('list').getByRole('button')

async function open(page, address, game) {
  await page.goto(`${address}/#/analysis?game=${game}`)
  await page.getByRole('button', { name: 'Openings' }).click()
  await choices(page).first().waitFor()
}

test('moves of the book are shown, played and left behind', async ({ page, address }) => {
  await open(page, address, 'amazons')
  await expect(explorer(page).getByLabel('Source').locator('option').first()).toHaveText(
    /^thera’s engines \([\d,]+\)$/,
  )
  const first = choices(page).first()
  await expect(first).toHaveAccessibleName(/^\w+-\w+\(\w+\) [\d,]+ games, White won /)

  // Pointing at a move, or focusing it with the keyboard, shows it on the board.
  await page.getByRole('checkbox', { name: 'Engine' }).uncheck()
  await expect(page.locator('.board .shape')).toHaveCount(0)
  await first.focus()
  await page.locator('.board .shape').first().waitFor()
  await first.press('Enter')
  await expect(page.locator('.above').last()).toContainText('Black to move')
  await choices(page).first().waitFor()
  await page.mouse.move(0, 0)
  await expect(page.locator('.board .shape')).toHaveCount(0)
  await axe(page, 'openings')

  // A move that nobody plays leads out of the book, and back.
  await page.getByLabel('Type a move').fill('a7-a6(a7)')
  await page.getByLabel('Type a move').press('Enter')
  await expect(page.locator('.above').last()).toContainText('White to move')
  await expect(explorer(page)).toContainText('you’ve left the book')
  await axe(page, 'openings')
  await explorer(page).getByRole('button', { name: 'Back to the book' }).click()
  await choices(page).first().waitFor()
})

test("a server's games are read in parts, and beside those of the page", async ({
  page,
  address,
}) => {
  const file = readFileSync(new URL('../src/explorer/santorini.explorer', import.meta.url))
  const about = JSON.parse(file.subarray(36, 36 + file.readUInt32BE(16)).toString())
  const ranges = []
  await page.route('**/api/v1/explorer/files', (route) => route.fulfill({ json: [about] }))
  await page.route('**/api/v1/explorer/files/santorini', (route) => {
    const [from, to] = route.request().headers().range.match(/\d+/g).map(Number)
    ranges.push([from, to])
    return route.fulfill({ status: 206, body: file.subarray(from, to + 1) })
  })
  await open(page, address, 'santorini')
  const origin = explorer(page).getByLabel('Source')
  await expect(origin).toHaveValue('server')
  await expect(origin.locator('option').first()).toHaveText(/^this server/)
  // The head at once, then at most one more part.
  assert.equal(ranges[0][0], 0)
  assert.ok(ranges.length <= 2, `${ranges.length} parts`)
  const served = await choices(page).locator('.move').allInnerTexts()
  await origin.selectOption('page')
  await expect(origin).toHaveValue('page')
  await expect(explorer(page)).toContainText('The engines searched')
  assert.deepEqual(await choices(page).locator('.move').allInnerTexts(), served)

  // Another player's games, of one side.
  const asked = []
  let held
  await page.route('**/api/v1/player/**', async (route) => {
    asked.push(new URL(route.request().url()))
    await held
    return route.fulfill({ body: file })
  })
  await origin.selectOption('player')
  await expect(choices(page)).toHaveCount(0)
  await explorer(page).getByLabel('Name').fill('Ann')
  await explorer(page).getByRole('button', { name: 'Count' }).click()
  await expect(explorer(page)).toContainText('finished games')
  // Until those of the side have come, there are none, and not those of both.
  let release
  held = new Promise((resolve) => (release = resolve))
  await explorer(page).getByLabel('Side').selectOption({ index: 2 })
  await expect.poll(() => asked.length).toBe(2)
  await expect(choices(page)).toHaveCount(0)
  release()
  await expect(explorer(page)).toContainText('finished games')
  assert.deepEqual(
    asked.map(({ pathname, search }) => pathname + search),
    [
      '/api/v1/player/Ann/explorer?game=santorini',
      '/api/v1/player/Ann/explorer?game=santorini&seat=2',
    ],
  )
  await axe(page, 'openings of a player')
})
