// Games with powers to their end, by touch and by keyboard alone, and a power's card.
import assert from 'node:assert/strict'
import { axe } from './axe.mjs'
import { ready, test } from './browser.mjs'
import { byTouch } from './taps.mjs'

/** Starts a game of two people at this page from a position. */
async function begin(page, address, position) {
  await page.goto(`${address}/#/`)
  await page.getByRole('button', { name: 'Play: Santorini' }).click()
  await page.getByRole('radio', { name: 'Same device', exact: true }).check()
  await page.getByText('Starting position', { exact: true }).click()
  await page.getByLabel('Starting position', { exact: true }).fill(position)
  await page.locator('.begin button').click()
  await page.locator('.place .board').waitFor()
  await ready(page)
}

const moveIn = (page, text) => page.locator('.moves').getByText(text, { exact: true }).waitFor()
const chosen = (page, square) =>
  page.locator(`[data-square="${square}"][aria-selected=true]`).waitFor()

test.describe(() => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  test('Demeter and Artemis by touch', async ({ page, address }) => {
    const tap = async (square) => {
      await byTouch(page, square)
      await chosen(page, square)
    }
    const press = (name) => page.getByRole('button', { name, exact: true }).tap()
    await begin(page, address, '00003/00120/00000/00000/00000 a1b2,c4e1 1 demeter,artemis')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 360, `the page is ${width} wide`)
    for (const square of ['b2', 'b1', 'c2']) {
      await tap(square)
    }
    await press('Undo step')
    await tap('c1')
    await press('Done')
    await moveIn(page, 'b2-b1(c1)')
    await tap('c4')
    await tap('d4')
    await press('Move again')
    await byTouch(page, 'e5')
    await moveIn(page, 'c4-d4-e5')
    await page.getByText('Player B wins by reaching the third level.').waitFor()
  })
})

test('Atlas and Pan by keyboard', async ({ page, address }) => {
  const go = async (square) => {
    const at = await page.$eval('.buttons [tabindex="0"]', (b) => {
      b.focus()
      return b.dataset.square
    })
    const walk = async (way, back, n) => {
      for (let i = 0; i < Math.abs(n); i++) {
        await page.keyboard.press(n > 0 ? way : back)
      }
    }
    await walk('ArrowRight', 'ArrowLeft', square.charCodeAt(0) - at.charCodeAt(0))
    await walk('ArrowUp', 'ArrowDown', Number(square[1]) - Number(at[1]))
    await page.keyboard.press('Enter')
  }
  await begin(page, address, '00000/03200/00000/00000/00000 a1b2,c4e1 1 atlas,pan')
  await go('b2')
  await chosen(page, 'b2')
  await go('b1')
  await chosen(page, 'b1')
  await page.keyboard.press('s')
  await page.getByRole('button', { name: 'Dome', exact: true, pressed: true }).waitFor()
  await go('a2')
  await moveIn(page, 'b2-b1(a2D)')
  await ready(page)
  await go('c4')
  await chosen(page, 'c4')
  await go('c5')
  await page.getByText('Player B wins with Pan').waitFor()
  // The card plays Pan's example to its end.
  await page.getByRole('button', { name: 'Pan', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Replay the Pan example' }).waitFor()
})

for (const colorScheme of ['light', 'dark']) {
  test.describe(() => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })
    test(`axe finds nothing in a card in the ${colorScheme} theme`, async ({ page, address }) => {
      await begin(page, address, '00000/00100/00000/00000/00000 a1b2,c4e1 1 pan,athena^')
      await axe(page, 'a game with powers')
      await page.getByRole('button', { name: /^Athena/ }).click()
      await page.locator('dialog .board').nth(1).waitFor()
      await axe(page, 'a card')
    })
  })
}
