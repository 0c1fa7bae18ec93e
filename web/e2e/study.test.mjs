// Studies: chapters, variations, and notes, over a reload, a file, and a copy.
import { readFileSync } from 'node:fs'
import { axe } from './axe.mjs'
import { expect, test } from './browser.mjs'

const record = `[Game "amazons"]
[Start "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w"]
[Study "Corners"]
[Chapter "By the book"]
[Player1 "Ada"]
[Comment "Who holds the corner?"]
[Draw "Ya6"]
[Result "-"]

1. b1-b3(d3) {depth=8 glyph=!? draw=Gb1b3,Rd3 "Toward the\\nmiddle."}
2. a5-c3(c5) {glyph=??}
  ( 2. a5-a4(a3) {"Better."}
    3. e1-e2(e3)
      ( 3. e1-e3(e1) ) )
  ( 2. a5-b4(a5) {glyph=!} )
3. e1-e4(f4)

[Game "hermit"]
[Start ".../.../... 1"]
[Study "Corners"]
[Chapter "Small"]
[Result "-"]

`

async function make(page, text, title = '') {
  await page.goto('/#/studies')
  await page.getByRole('button', { name: 'New study' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel(/Or paste games/).fill(text)
  await page.getByRole('button', { name: 'Add' }).click()
  await page.waitForURL(/#\/study\/./)
  await page.locator('.place .board').waitFor()
}

async function exported(page) {
  await page.getByRole('button', { name: 'Share' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'All chapters' }).click()
  const text = readFileSync(await (await download).path(), 'utf8')
  await page.getByRole('button', { name: 'Close' }).click()
  return text
}

const node = (page, move) => page.locator('.tree [data-node]').filter({ hasText: move })
test('a record that is cut off is not taken for the whole', async ({ page }) => {
  await page.goto('/#/studies')
  await page.getByRole('button', { name: 'New study' }).click()
  await page.getByLabel(/Or paste games/).fill(record.slice(0, record.indexOf('e3(e1)')))
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
})

test('a study comes back complete from its file', async ({ page }) => {
  await make(page, record)
  await expect(page.locator('.tree')).toContainText('Who holds the corner?')
  await expect(node(page, 'a5-c3(c5)')).toHaveText('a5-c3(c5)??')
  await expect(page.locator('.variation .variation')).toContainText('2. e1-e3(e1)')
  await axe(page, 'a study')
  expect(await exported(page)).toBe(record)
  await make(page, await exported(page), 'Another')
  expect(await exported(page)).toBe(record.replaceAll('"Corners"', '"Another"'))
})

test('a study is written, found again, cloned and deleted', async ({ page }) => {
  await make(page, '', 'First thoughts')
  const typed = page.getByLabel('Type a move')
  for (const move of ['d1-d7(g7)', 'a7-d4(d1)']) {
    await typed.fill(move)
    await typed.press('Enter')
    await node(page, move).waitFor()
  }
  await page.getByRole('button', { name: 'Brilliant move' }).click()
  await page.getByLabel('Comment').fill('Nobody saw this.')
  // Play another move instead of the second; the menu, by keyboard, makes it the main line.
  await page.getByRole('button', { name: 'Previous move', exact: true }).click()
  await typed.fill('a7-a5(a7)')
  await typed.press('Enter')
  await expect(page.locator('.variation [aria-current]')).toHaveText('a7-a5(a7)')
  await node(page, 'a7-a5(a7)').press('ArrowUp')
  await expect(page.locator('.tree [aria-current]')).toHaveText('a7-d4(d1)!!')
  await node(page, 'a7-a5(a7)').dispatchEvent('contextmenu')
  await expect(page.getByRole('menuitemradio').first()).toBeFocused()
  await axe(page, 'the menu of a move')
  await page.getByRole('menuitem', { name: 'Main line' }).press('Enter')
  await expect(page.locator('.variation')).toHaveText(/a7-d4\(d1\)!!\s*Nobody saw this\./)
  await page.getByRole('button', { name: '+ New chapter' }).click()
  await page.getByLabel('Chapter name').fill('Second')
  await page.getByLabel('Start from').selectOption('hermit 3x3')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.waitForURL(/chapter=2$/)
  await page.locator('.place .hermit').waitFor()

  await page.reload()
  await expect(page.locator('nav [aria-current]').last()).toHaveText(/Second/)
  await page.getByRole('link', { name: 'All studies' }).click()
  await axe(page, 'the list of studies')
  await page.getByRole('button', { name: 'Clone: First thoughts' }).click()
  await page.getByRole('button', { name: 'Delete the study First thoughts', exact: true }).click()
  const search = page.getByRole('searchbox')
  await search.fill('nobody hermit')
  await page.getByRole('link', { name: 'First thoughts (copy)' }).waitFor()
  await search.fill('nothing')
  await page.getByText('No study matches all these words.').waitFor()
  await search.fill('')
  await page.getByRole('link', { name: 'First thoughts (copy)' }).click()
  await expect(page.locator('.variation')).toContainText('Nobody saw this.')
})

test('a long touch opens the menu of a move, where browsers tell of none too', async ({
  browser,
  address,
}) => {
  const context = await browser.newContext({ baseURL: address, hasTouch: true })
  // Safari on iOS sends no contextmenu event for touches.
  await context.addInitScript(() =>
    addEventListener('contextmenu', (event) => event.stopImmediatePropagation(), true),
  )
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/#/analysis?game=amazons&moves=d1-d7(g7)_a7-d4(d1)&at=0')
  const move = page.locator('.tree [data-node]', { hasText: 'a7-d4(d1)' })
  await move.waitFor()
  const box = await move.boundingBox()
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const devtools = await context.newCDPSession(page)
  const touch = (type, touchPoints) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [at])
  await page.getByRole('menuitem', { name: 'Comment' }).waitFor()
  await touch('touchEnd', [])
  await expect(page.getByRole('menuitem', { name: 'Comment' })).toBeVisible()
  await expect(page.locator('.tree [aria-current]')).toHaveCount(0)
  // A moving touch scrolls the list, and a short one is a tap.
  await page.keyboard.press('Escape')
  // The page's time stands still, or a busy machine would make a short touch a long one.
  await page.clock.pauseAt(Date.now() + 60_000)
  await touch('touchStart', [at])
  await touch('touchMove', [{ x: at.x, y: at.y - 30 }])
  await page.clock.runFor(700)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await touch('touchEnd', [])
  await move.tap()
  await expect(move).toHaveAttribute('aria-current', 'step')
  await context.close()
})

test('arrows and circles are drawn by mouse, by keys and in the drawing mode', async ({ page }) => {
  await make(page, '')
  const square = (name) => page.locator(`[data-square="${name}"]`)
  const shapes = () =>
    page.locator('[data-shape]').evaluateAll((all) =>
      all
        .map((one) => one.dataset.shape)
        .sort()
        .join(' '),
    )
  const drag = async (from, to, button) => {
    await square(from).hover()
    await page.mouse.down({ button })
    await square(to).hover()
    await page.mouse.up({ button })
  }
  await drag('d1', 'd7', 'right')
  await expect.poll(shapes).toBe('Gd1d7')
  await page.keyboard.down('Shift')
  await drag('e5', 'e5', 'right')
  await page.keyboard.up('Shift')
  await expect.poll(shapes).toBe('Gd1d7 Re5')
  await square('c2').press('a')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+A')
  await expect.poll(shapes).toBe('Gd1d7 Rc2d2 Re5')
  await page.getByRole('button', { name: '✎ Draw' }).click()
  await page.getByRole('button', { name: 'Blue' }).click()
  await drag('d1', 'd7', 'left') // a different color, and not a move
  await drag('e5', 'e5', 'left')
  await expect.poll(shapes).toBe('Bd1d7 Be5 Rc2d2')
  await drag('e5', 'e5', 'left')
  await expect.poll(shapes).toBe('Bd1d7 Rc2d2')
  await expect(page.locator('.tree [data-node]')).toHaveCount(0)
  await axe(page, 'a study with drawings')
  await page.getByRole('button', { name: '✎ Draw' }).click()
  await page.getByLabel('Type a move').fill('d1-d7(g7)')
  await page.keyboard.press('Enter')
  await node(page, 'd1-d7(g7)').waitFor()
  await expect.poll(shapes).toBe('') // drawings belong to a position
  expect(await exported(page)).toContain('[Draw "Rc2d2,Bd1d7"]')
})
