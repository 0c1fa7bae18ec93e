// Studies: chapters, variations and what is said of them, over a reload, a file and a copy.
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

1. b1-b3(d3) {depth=8 glyph=!? draw=Gb1b3,Rd3 "Towards the\\nmiddle."}
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
  await page.getByLabel(/Or with games/).fill(text)
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
const saved = (page) =>
  page.evaluate(async () => {
    // What has changed is kept within a third of a second.
    await new Promise((resolve) => setTimeout(resolve, 500))
  })

test('a study comes back from its file with all that is said in it', async ({ page }) => {
  await make(page, record)
  await expect(page.locator('.tree')).toContainText('Who holds the corner?')
  await expect(node(page, 'a5-c3(c5)')).toHaveText('a5-c3(c5)??')
  await expect(page.locator('.variation .variation')).toContainText('2. e1-e3(e1)')
  await axe(page, 'a study')
  expect(await exported(page)).toBe(record)
  await make(page, await exported(page), 'Another')
  expect(await exported(page)).toBe(record.replaceAll('"Corners"', '"Another"'))
})
