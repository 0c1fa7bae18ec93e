// Whole games against level 1 by mouse, by keyboard alone and by touch.
import assert from 'node:assert/strict'
import { begin, playToEnd, test } from './browser.mjs'

const games = [
  ['Amazons', '6x6'],
  ['Santorini', '2p'],
  ['Hermit', '4x4'],
]

for (const [game, variant] of games) {
  test(`${game} by mouse`, async ({ page, address }) => {
    await begin(page, address, game, { variant })
    const result = await playToEnd(page, (s) => page.click(`[data-square="${s}"]`))
    assert.match(result, /You win|you lose/)
  })

  test(`${game} by keyboard`, async ({ page, address }) => {
    await begin(page, address, game, { variant })
    await page.keyboard.press('Tab')
    const result = await playToEnd(page, async (square) => {
      // Walk from the square that has the cursor to the one wanted.
      const at = await page.$eval('.buttons [tabindex="0"]', (b) => {
        b.focus()
        return b.dataset.square
      })
      const files = square.charCodeAt(0) - at.charCodeAt(0)
      const ranks = Number(square.slice(1)) - Number(at.slice(1))
      for (let i = 0; i < Math.abs(files); i++) {
        await page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft')
      }
      for (let i = 0; i < Math.abs(ranks); i++) {
        await page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown')
      }
      await page.keyboard.press('Enter')
    })
    assert.match(result, /You win|you lose/)
  })

  test.describe(() => {
    test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })
    test(`${game} by touch on a phone`, async ({ page, address }) => {
      await begin(page, address, game, { variant, side: 1 })
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(width <= 360, `the page is ${width} wide`)
      const result = await playToEnd(page, (s) => page.tap(`[data-square="${s}"]`))
      assert.match(result, /You win|you lose/)
    })
  })
}
