// Santorini in 3D.
import { begin, expect, shelved, test } from './browser.mjs'
import { choose } from './taps.mjs'

const start = '00310/00012/00024/10010/01000_c4e4,c2d3_1'

async function open(page, address) {
  await page.goto(`${address}/#/analysis?game=santorini&start=${start}`)
  await page.locator('.board.tilted [data-at=c4]').waitFor()
  await page.getByRole('checkbox').first().uncheck() // turns the engine off
}

/** For each point of a grid over the board, the square as drawn and the square that a tap hits. */
const seen = (page) =>
  page.locator('.board').evaluate((board) => {
    const box = board.getBoundingClientRect()
    const found = {}
    for (let x = box.left; x < box.right; x += 6) {
      for (let y = box.top; y < box.bottom; y += 6) {
        const on = document
          .elementsFromPoint(x, y)
          .map((e) => e.closest('svg [data-on]')?.dataset.on)
          .find(Boolean)
        if (on) {
          found[on] = (found[on] ?? 0) + 1
        }
      }
    }
    return found
  })

/** Rotates the board, and waits until it stands still. */
async function turn(page, to = 'right') {
  await page.getByRole('button', { name: `Rotate the board ${to}` }).click()
  await page.locator('.board.tilted canvas:not(.turning)').waitFor({ state: 'attached' })
}

async function center(locator) {
  const box = await locator.boundingBox()
  return [box.x + box.width / 2, box.y + box.height / 2]
}

test('each square can be hit, however the board is turned', async ({ page, address }) => {
  await open(page, address)
  for (let quarter = 0; quarter < 4; quarter++) {
    const found = await seen(page)
    expect(Object.keys(found)).toHaveLength(25)
    // Even what stands behind the highest towers shows enough of itself for a finger.
    expect(Math.min(...Object.values(found))).toBeGreaterThan(20)
    await turn(page)
  }
})

test('a turn is played by taps on workers and towers, and by dragging', async ({
  page,
  address,
}) => {
  await open(page, address)
  await page.locator('[data-square=c4].grab').waitFor()
  await page.mouse.click(...(await center(page.locator('.board [data-at=c4] .head'))))
  await expect(page.locator('.board .option')).not.toHaveCount(0)
  await page.mouse.click(...(await center(page.locator('.board [data-on=b4] .ground'))))
  await page.mouse.click(...(await center(page.locator('.board [data-on=b3] .ground'))))
  await expect(page.locator('.side')).toContainText('c4-b4(b3)')
  await page.locator('[data-square=c2].grab').waitFor()
  // The other player drags their worker from c2 onto b3.
  const [fromX, fromY] = await center(page.locator('.board [data-at=c2] .body'))
  const [toX, toY] = await center(page.locator('.board g[data-on=b3] .top1'))
  await page.mouse.move(fromX, fromY)
  await page.mouse.down()
  await page.mouse.move((fromX + toX) / 2, (fromY + toY) / 2)
  await page.mouse.move(toX, toY)
  await page.mouse.up()
  await expect(page.locator('.board [data-at=b3] .figure')).toBeVisible()
})

test('a tap while the board turns is one on the board as it will be', async ({ page, address }) => {
  await open(page, address)
  await turn(page)
  const [x, y] = await center(page.locator('.board [data-at=c4] .head'))
  await turn(page, 'left')
  await page.locator('[data-square=c4].grab').waitFor()
  await page.mouse.move(x, y)
  await page.evaluate(() => document.querySelector('.turns button:last-child').click())
  await page.mouse.down()
  await page.mouse.up()
  await expect(page.locator('[data-square=c4][aria-selected=true]')).toBeAttached()
})

test('who wants nothing to move sees a board that has been turned at once', async ({
  page,
  address,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, address)
  const turned = () =>
    page.evaluate(() => {
      document.querySelector('.turns button:last-child').click()
      return new Promise((done) =>
        requestAnimationFrame(() => done(document.querySelectorAll('.board .turning').length)),
      )
    })
  expect(await turned()).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await turned()).toBe(2) // the animated picture, and the drawing below it
})

test('arrow keys go where they point', async ({ page, address }) => {
  await open(page, address)
  await page.locator('[data-square=a1]').focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.locator('[data-square=a2]')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('[data-square=b2]')).toBeFocused()
  await turn(page)
  const before = await page.locator('[data-square=b2]').boundingBox()
  await page.locator('[data-square=b2]').focus()
  await page.keyboard.press('ArrowUp')
  const after = await page.locator('[data-square]:focus').boundingBox()
  expect(after.y).toBeLessThan(before.y)
})

test('it can be seen from above, and that is remembered', async ({ page, address }) => {
  await open(page, address)
  await page.getByRole('button', { name: 'Top view' }).click()
  await expect(page.locator('.board:not(.tilted) .tower rect').first()).toBeVisible()
  await page.reload()
  await expect(page.locator('.board:not(.tilted) .tower rect').first()).toBeVisible()
  await page.getByRole('button', { name: '3D view' }).click()
  await expect(page.locator('.board.tilted')).toBeVisible()
})

test('who wins sees laurels, and not again when the game is opened later', async ({
  page,
  address,
}) => {
  await begin(page, address, 'Santorini', {
    opponent: 'Same device',
    start: '00000/00300/00200/00000/00000 c3e1,a5e5 1',
  })
  await choose(page, 'c3', 'c4')
  await expect(page.locator('.victory')).toBeAttached()
  await expect.poll(() => shelved(page)).toContain('"result"')
  await page.reload()
  await expect(page.getByText('Player A wins')).toBeVisible()
  await expect(page.locator('.victory')).toHaveCount(0)
})
