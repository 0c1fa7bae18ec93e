// The page in windows of all shapes, and for people who do not see it.
import { begin, count, expect, ready, shelved, test } from './browser.mjs'
import { puzzlesOf } from './puzzlesof.mjs'

const low = [
  ['a phone on its side', { width: 740, height: 360 }],
  ['a window enlarged twofold', { width: 640, height: 400 }],
]

for (const [what, viewport] of low) {
  test.describe(() => {
    test.use({ viewport })
    test(`${what} shows the board and what to do side by side`, async ({ page, address }) => {
      for (const game of ['Amazons', 'Hermit']) {
        await begin(page, address, game)
        await ready(page)
        await expect(page.locator('.place')).toBeInViewport({ ratio: 1 })
        await expect(page.locator('.prompt')).toBeInViewport({ ratio: 1 })
        await expect(page.getByRole('button', { name: 'Next move' })).toBeInViewport({ ratio: 1 })
        const board = await page.locator('.board').boundingBox()
        const prompt = await page.locator('.prompt').boundingBox()
        expect(board.height).toBeGreaterThan(viewport.height * 0.8)
        expect(prompt.x).toBeGreaterThan(board.x + board.width)
      }
      for (const path of ['analysis', 'puzzles/santorini']) {
        await page.goto(`${address}/#/${path}`)
        await expect(page.locator('.board')).toBeInViewport({ ratio: 1 })
        const box = await page.locator('.board').boundingBox()
        expect(box.height).toBeGreaterThan(viewport.height * 0.7)
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        expect(height).toBe(viewport.height)
      }
      await page.goto(`${address}/#/learn/amazons?lesson=territory&step=2`)
      await page.locator('.board .board').evaluate((b) => b.scrollIntoView({ block: 'center' }))
      await expect(page.locator('.board .board')).toBeInViewport({ ratio: 1 })
    })
  })
}

test('the links of the head fit in windows of any width, in every language', async ({
  page,
  address,
}) => {
  await page.goto(`${address}/#/learn`)
  for (const language of ['en', 'de', 'es', 'fr', 'nl', 'zh']) {
    await page.evaluate((language) => {
      localStorage.setItem('thera.settings', JSON.stringify({ language }))
    }, language)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (let width = 320; width <= 840; width += 40) {
      await page.setViewportSize({ width, height: 400 })
      const over = await page.locator('header nav').evaluate((e) => e.scrollWidth - e.clientWidth)
      expect(over, `${language}, ${width} px`).toBe(0)
    }
  }
})

test('a window enlarged fourfold shows the board above all else', async ({ page, address }) => {
  await begin(page, address, 'Hermit', { clock: '3' })
  await ready(page)
  for (const viewport of [
    { width: 320, height: 256 },
    { width: 455, height: 256 },
    { width: 568, height: 320 },
  ]) {
    await page.setViewportSize(viewport)
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(width).toBe(viewport.width)
    expect((await page.locator('.board').boundingBox()).width).toBeGreaterThan(200)
    for (const block of await page.locator('.tools[role=group] button').all()) {
      const { x, width, height } = await block.boundingBox()
      expect(x + width).toBeLessThanOrEqual(viewport.width)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
  }
})

test.describe(() => {
  test.use({ viewport: { width: 844, height: 390 } })
  test('a phone on its side has headings, and shows what has the focus', async ({
    page,
    address,
  }) => {
    await page.goto(`${address}/#/puzzles/santorini`)
    await page.getByRole('link', { name: 'Play', exact: true }).click()
    await page.getByRole('link', { name: 'Puzzles', exact: true }).click()
    await page.locator('.place .board').waitFor()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.getByRole('link', { name: 'Play', exact: true }).click()
    await page.getByRole('button', { name: 'Play: Santorini' }).click()
    const heading = page.getByRole('dialog').getByRole('heading', { level: 2 })
    await expect(heading).toBeFocused()
    const begins = page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true })
    await begins.waitFor()
    const bottom = () =>
      page.evaluate(() => {
        const { activeElement } = document
        return (activeElement.closest('label') ?? activeElement).getBoundingClientRect().bottom
      })
    for (let stops = 0; !(await begins.evaluate((b) => b === document.activeElement)); stops++) {
      expect(stops).toBeLessThan(30)
      if (stops > 0) {
        expect(await bottom()).toBeLessThanOrEqual((await begins.boundingBox()).y)
      }
      await page.keyboard.press('Tab')
    }
  })
})

test("the system's colors show which block is chosen and whose turn it is", async ({
  page,
  address,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await begin(page, address, 'Hermit')
  await ready(page)
  const look = (selector, property) =>
    page
      .locator(selector)
      .first()
      .evaluate((e, property) => getComputedStyle(e)[property], property)
  const pressed = '.tools [aria-pressed=true]'
  expect(await look(pressed, 'backgroundColor')).not.toBe(
    await look('.tools [aria-pressed=false]', 'backgroundColor'),
  )
  expect(await look('.seat.active', 'borderLeftColor')).not.toBe(
    await look('.seat:not(.active)', 'borderLeftColor'),
  )
})

test.describe(() => {
  test.use({ viewport: { width: 360, height: 740 } })
  test('a phone upright shows the buttons without scrolling', async ({ page, address }) => {
    for (const game of ['Amazons', 'Hermit']) {
      await begin(page, address, game)
      await ready(page)
      for (const name of ['Next move', 'Hint', 'Undo']) {
        await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
      }
    }
  })

  test('what is chosen below a board on a phone shows on it', async ({ page, address }) => {
    await page.goto(`${address}/#/puzzles/hermit`)
    for (const name of ['Show the move', 'Next puzzle']) {
      await page.evaluate(() => scrollTo(0, 1000))
      await page.getByRole('button', { name }).click()
      await expect(page.locator('.place')).toBeInViewport({ ratio: 1 })
    }
    await page.goto(`${address}/#/learn/hermit?lesson=tour`)
    await page.locator('.step .board .board').waitFor()
    await page.evaluate(() => scrollTo(0, 1000))
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    await page.getByRole('heading', { name: 'Make two gaps alike' }).waitFor()
    await expect(page.locator('.step .board .board')).toBeInViewport({ ratio: 1 })
  })

  test('the blocks to choose from are as large as a thumb', async ({ page, address }) => {
    await begin(page, address, 'Hermit')
    const blocks = page.locator('.tools[role=group] button')
    await expect(blocks).toHaveCount(6)
    for (const block of await blocks.all()) {
      const { width, height } = await block.boundingBox()
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
  })

  test('the list of moves follows the game', async ({ page, address }) => {
    await begin(page, address, 'Hermit', { variant: '8x8', opponent: 'Watch the computer' })
    await page.locator('.moves [data-at="18"]').waitFor()
    const out = () =>
      page.locator('.moves').evaluate((list) => {
        const box = list.getBoundingClientRect()
        const item = list.querySelector('[aria-current]').getBoundingClientRect()
        return { over: list.scrollHeight > list.clientHeight, in: item.bottom <= box.bottom + 1 }
      })
    await expect.poll(out).toEqual({ over: true, in: true })
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
})

const [{ position, line }] = puzzlesOf('hermit')
const framed = {
  'a puzzle': `game=hermit&position=${position}&moves=${line.join('_')}&goal=line`,
  'an exercise': `game=hermit&position=${position}&goal=proven`,
  'a game': 'game=amazons&moves=d1-d7(g7)_a7-d4(d1)',
}

for (const [what, shown] of Object.entries(framed)) {
  test(`a frame of another site shows all of ${what}`, async ({ page, address }) => {
    await page.goto(`${address}/embed?${shown.replaceAll(' ', '_')}&lang=de`)
    await page.locator('.board svg').waitFor()
    for (const [width, height] of [
      [320, 360],
      [480, 360],
      [480, 560],
      [800, 600],
    ]) {
      await page.setViewportSize({ width, height })
      const needed = () =>
        page.evaluate(() => {
          const { scrollWidth, scrollHeight } = document.documentElement
          return [scrollWidth, scrollHeight]
        })
      await expect.poll(needed).toEqual([width, height])
      const board = await page.locator('.board').last().boundingBox()
      expect(Math.max(board.width, board.height)).toBeGreaterThan(0.4 * Math.min(width, height))
    }
  })
}

test('the board is a grid, and moves and hints are announced', async ({ page, address }) => {
  await begin(page, address, 'Amazons')
  await ready(page)
  const grid = page.getByRole('grid', { name: /Amazons/ })
  await expect(grid.getByRole('row')).toHaveCount(10)
  await expect(grid.getByRole('gridcell')).toHaveCount(100)
  await grid.getByRole('gridcell', { name: 'd1, white amazon' }).focus()
  await page.keyboard.press('Enter')
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveAccessibleName(/^d1/)
  await page.keyboard.press('ArrowUp')
  await expect(page.locator(':focus')).toHaveAccessibleName('d2, available')
  await page.getByLabel('Type a move').fill('d1-d7(g7)')
  await page.keyboard.press('Enter')
  const said = page.locator('[aria-live=polite].said')
  await expect(said).toHaveText(/^Move 2, Black: .+ to .+, arrow at .+\.$/)
  await ready(page)
  await page.getByRole('button', { name: 'Hint' }).click()
  await expect(said).toHaveText(/^Hint: .+ to .+, arrow at .+\.$/)
})

test('a game is lost on time', async ({ page, address }) => {
  await page.clock.install()
  await begin(page, address, 'Hermit', { variant: '3x3', opponent: 'Same device', clock: '3' })
  await ready(page)
  await page.click('[data-square="b2"]')
  await expect(page.locator('.moves [data-at]')).toHaveCount(1)
  await page.clock.runFor(200_000)
  await expect(page.locator('[role=status]').first()).toContainText(
    'Player 2 ran out of time: Player 1 wins.',
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Player 1 to move')).toBeVisible()
  expect(await count(page)).toBe(0)
})

test('an analysis survives a reload', async ({ page, address }) => {
  await page.goto(
    `${address}/#/analysis?game=amazons&start=1q2q1/q4q/6/6/Q4Q/1Q2Q1_w&moves=b1-b5(c5)_e6-e2(e6)`,
  )
  await page.locator('.lines button').first().waitFor()
  await page.getByRole('button', { name: 'Previous move' }).click()
  await page.getByLabel('Type a move').fill('e6-e3(e6)')
  await page.keyboard.press('Enter')
  await page.locator('.tree [aria-current]').getByText('e6-e3(e6)').waitFor()
  await page.getByRole('button', { name: 'Review this game' }).first().click()
  await page.getByRole('row', { name: /^White \d+%/ }).waitFor()
  await expect(page.locator('.review progress')).toHaveCount(0)
  await page.getByText('Engine', { exact: true }).click() // so that it changes nothing more
  const points = () => page.locator('svg[role=img] polyline').getAttribute('points')
  const before = await points()
  expect(before.split(' ')).toHaveLength(3)
  await expect.poll(() => shelved(page)).toMatch(/("win".*){4}/)
  await page.reload()
  await page.locator('.variation').getByText('e6-e3(e6)').waitFor()
  await expect(page.locator('.tree [data-node]')).toHaveCount(3)
  await expect(page.locator('.tree [aria-current]')).toContainText('e6-e3(e6)')
  expect((await points()).split(' ')).toHaveLength(3)
})
