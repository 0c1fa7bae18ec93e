// Power drafts: on one device, and by two players in their browsers.
import { shelved } from './browser.mjs'
import { expect, test } from './people.mjs'

/** Selects powers on the table and confirms. */
async function choose(page, powers, button) {
  for (const power of powers) {
    await page.getByRole('button', { name: new RegExp(`^${power} `) }).click()
  }
  await page.getByRole('button', { name: button }).click()
}

test('two people at one screen choose powers and play', async ({ person }) => {
  const page = await person('A', { guest: true })
  await page.goto('/')
  await page.getByRole('button', { name: 'Play: Santorini' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Draft' }).check()
  await dialog.getByRole('radio', { name: 'Same device' }).check()
  await dialog.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(dialog.getByText('Player 1: offer 2 powers.')).toBeVisible()
  await choose(dialog, ['Pan', 'Athena'], 'Offer these (2 of 2)')
  await expect(dialog.getByText('Player 2: choose a power.')).toBeVisible()
  await choose(dialog, ['Athena'], 'Take Athena')
  await dialog.getByRole('button', { name: 'Player 2 goes first' }).click()
  await page.waitForURL(/#\/game\//)
  await page.locator('.place .board').waitFor()
  await expect.poll(() => shelved(page)).toContain('"variant":"2p:athena,pan"')
})

test('two in their browsers choose powers, over a reload, and play', async ({ person }) => {
  const [a, b] = [await person('A'), await person('B')]
  await a.goto('/')
  await b.goto('/')
  await a.getByRole('radio', { name: 'Santorini' }).check()
  await a.getByRole('button', { name: 'Custom…' }).click()
  const dialog = a.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Draft' }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await b.getByRole('button', { name: `Join ${a.name}: Santorini, 5+3` }).click()
  for (const page of [a, b]) {
    await page.waitForURL(/#\/draft\//)
    await page.getByRole('heading', { name: 'Power draft' }).waitFor()
  }
  await a.getByText(/: offer 2 powers\.$/).waitFor()
  const first = (await a.getByText('You: offer 2 powers.').isVisible()) ? a : b
  const second = first === a ? b : a
  await choose(first, ['Pan', 'Atlas'], 'Offer these (2 of 2)')
  await second.reload()
  await choose(second, ['Atlas'], 'Take Atlas')
  await first.getByRole('button', { name: `${second.name} goes first` }).click()
  for (const page of [a, b]) {
    await page.waitForURL(/#\/game\//)
    await page.locator('.place .board').waitFor()
    await expect(page.getByText('Powers: Draft')).toBeVisible()
  }
  await expect(second.locator('.side .status strong')).toHaveText('Your turn')
})
