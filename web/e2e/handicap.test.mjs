// A challenge with a handicap.
import { expect, test } from './people.mjs'

test('a rated challenge with a handicap', async ({ person }) => {
  const [a, b] = [await person('A'), await person('B')]
  await a.goto('/#/')
  await a.getByRole('button', { name: 'Custom…' }).click()
  const dialog = a.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'By link' }).check()
  await dialog.getByRole('radio', { name: 'Amazons' }).check()
  await dialog.getByLabel('Handicap').selectOption('Three amazons')
  await expect(dialog).toContainText('Only in casual games')
  await expect(dialog.getByRole('radio', { name: 'Rated', exact: true })).toHaveCount(0)
  await dialog.getByLabel('Handicap').selectOption('Blocked first rank')
  await dialog.getByRole('radio', { name: 'Rated', exact: true }).check()
  await dialog.getByRole('radio', { name: 'You', exact: true }).check()
  await dialog.getByRole('radio', { name: 'White' }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await a.waitForURL(/challenge/)
  await b.goto(a.url())
  const offered = 'Handicap: Blocked first rank, given by the player who made the offer'
  await expect(b.getByText(offered)).toBeVisible()
  await b.getByRole('button', { name: 'Accept' }).click()
  for (const page of [a, b]) {
    await page.waitForURL(/#\/game\//)
    await expect(page.getByText(`Handicap: Blocked first rank, given by ${a.name}`)).toBeVisible()
    await expect(page.locator('[data-square="a1"]')).toHaveAccessibleName(/arrow/)
  }
})
