// Whole games against level 1 by mouse, by keyboard alone and by touch.
import assert from 'node:assert/strict'
import { begin, playToEnd, test } from './browser.mjs'
import { byKeyboard, byMouse, byTouch } from './taps.mjs'

const games = [
  ['Amazons', '6x6'],
  ['Santorini', '2p'],
  ['Hermit', '4x4'],
]

for (const [game, variant] of games) {
  test(`${game} by mouse`, async ({ page, address }) => {
    await begin(page, address, game, { variant })
    const result = await playToEnd(page, byMouse)
    assert.match(result, /You win|[Yy]ou lose/)
  })

  test(`${game} by keyboard`, async ({ page, address }) => {
    await begin(page, address, game, { variant })
    await page.keyboard.press('Tab')
    const result = await playToEnd(page, byKeyboard)
    assert.match(result, /You win|[Yy]ou lose/)
  })

  test.describe(() => {
    test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })
    test(`${game} by touch on a phone`, async ({ page, address }) => {
      await begin(page, address, game, { variant, side: 1 })
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(width <= 360, `the page is ${width} wide`)
      const result = await playToEnd(page, byTouch)
      assert.match(result, /You win|[Yy]ou lose/)
    })
  })
}
