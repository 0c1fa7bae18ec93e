// Games shared elsewhere: boards in frames of other sites, pictures, links.
import { createServer } from 'node:http'
import { axe } from './axe.mjs'
import { expect, look, meet, move, due, test as base } from './people.mjs'
import { puzzlesOf } from './puzzlesof.mjs'

const test = base.extend({
  /** Another site with a single page of the given content, on its own origin. */
  // eslint-disable-next-line no-empty-pattern
  site: async ({}, use) => {
    let body = ''
    const site = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html>${body}`)
    })
    await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve))
    await use((html) => {
      body = html
      return `http://127.0.0.1:${site.address().port}/`
    })
    site.close()
  },
})

const line = 'game=hermit&position=.../.../..._1&moves=Rb2_Ya1_Bc3'

test('another site has a game in a frame', async ({ page, server, site }) => {
  await page.goto(site(`<iframe src="${server.address}/embed?${line}&at=1&theme=dark"></iframe>`))
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('1 of 3: Rb2')).toBeVisible()
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark')
  await frame.getByRole('button', { name: 'Next move' }).click()
  await expect(frame.getByText('2 of 3: Ya1')).toBeVisible()
  await frame.getByRole('button', { name: 'Next move' }).press('End')
  await expect(frame.getByText('3 of 3: Bc3')).toBeVisible()
  await expect(frame.getByRole('img', { name: 'Hermit. 3 of 3: Bc3.' })).toBeVisible()
  await expect(frame.getByRole('link')).toHaveAttribute('href', /#\/analysis\?game=hermit.*Bc3/)
  await expect(frame.getByRole('link')).toHaveAttribute('target', '_blank')
})

test('a move is found in a frame', async ({ page, server, site }) => {
  const puzzle = `game=hermit&position=YRY/B.B/..R_1&goal=win&theme=light&lang=nl`
  await page.goto(site(`<iframe src="${server.address}/embed?${puzzle}" height="560"></iframe>`))
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('Speler 1 is aan zet. Win met deze zet.')).toBeVisible()
  await frame.getByRole('button', { name: 'geel blok, staand op één veld' }).click()
  await frame.locator('[data-square="a1"]').click()
  await expect(frame.locator('[role=status].met')).toBeVisible()
})

test('a puzzle is shared, and found in a frame that knows its solution', async ({
  page,
  server,
  site,
}) => {
  const puzzle = puzzlesOf('hermit').find(
    ({ line }) => line.length === 3 && !line.join().includes('-'),
  )
  await page.goto(`${server.address}/#/puzzles/hermit?id=${puzzle.id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  const link = dialog.getByLabel('Link with a preview').first()
  const position = puzzle.position.replaceAll(' ', '_')
  await expect(link).toHaveValue(
    `${server.address}/g?game=hermit&position=${position}&puzzle=${puzzle.id}`,
  )
  const shared = await link.inputValue()
  const code = await dialog.getByLabel('Code to embed').first().inputValue()
  expect(code).toContain('goal=line')
  await axe(page, 'sharing a puzzle')

  const preview = await page.request.get(shared)
  expect(await preview.text()).toContain('<title>Hermit puzzle</title>')
  await page.goto(shared)
  await page.waitForURL(`${server.address}/#/puzzles/hermit?id=${puzzle.id}`)
  await expect(page.getByText('find the only winning move')).toBeVisible()

  await page.goto(site(code))
  const frame = page.frameLocator('iframe')
  const status = frame.getByRole('status')
  await expect(status).toContainText('find the only winning move')
  const place = async (move) => {
    const color = { R: 'red', B: 'blue', Y: 'yellow' }[move[0]]
    const name = `${color} block, upright on one square`
    await frame.getByRole('button', { name }).click()
    await frame.locator(`[data-square="${move.slice(1)}"]`).click()
  }
  await place(puzzle.line[0])
  await expect(status).toContainText('to move again')
  await place(puzzle.line[2])
  await expect(status).toContainText('Right, that wins!')
})

test('no other page can be framed, and other sites learn nothing else', async ({
  page,
  server,
  site,
}) => {
  await page.goto(site(`<iframe src="${server.address}/"></iframe>`))
  expect(await page.frames()[1].evaluate(() => document.querySelector('#app'))).toBeNull()
  const read = (path, how) =>
    page.evaluate(
      ([address, how]) => fetch(address, how).then((a) => a.status, String),
      [server.address + path, how],
    )
  expect(await read('/api/v1/games')).toBe(200)
  expect(await read('/oembed?url=x')).toBe(404)
  expect(await read('/api/v1/games', { credentials: 'include' })).toContain('Failed to fetch')
  expect(await read('/api/v1/moves', { method: 'POST' })).toContain('Failed to fetch')
  expect(await read('/metrics')).toContain('Failed to fetch')
  await page.goto(site(`<img src="${server.address}/api/v1/image.png?${line}">`))
  await expect(page.locator('img')).toHaveJSProperty('naturalWidth', 480)
})

test('what is shown in frames can be read by all', async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 560 })
  for (const more of ['theme=light', 'theme=dark', 'theme=dark&goal=win']) {
    await page.goto(`${server.address}/embed?${line}&${more}`)
    await page.locator('.board svg').waitFor()
    await axe(page, more)
  }
  await page.goto(`${server.address}/embed?game=chess`)
  await expect(page.getByRole('alert')).toBeVisible()
})

test('a game between people is shared', async ({ person, server }) => {
  const pages = [await person('A'), await person('B')]
  const id = await meet(pages, { game: 'hermit', variant: '3x3' })
  await move(await due(pages))
  const looker = await person('C', { guest: true })
  await look(looker, id)
  await looker.getByRole('button', { name: 'Share' }).click()
  const dialog = looker.getByRole('dialog', { name: 'Share' })
  const link = await dialog.getByLabel('Link with a preview').first().inputValue()
  expect(link).toBe(`${server.address}/g/${id}`)
  await axe(looker, 'share')
  for (const format of ['SVG', 'PNG', 'GIF']) {
    const [download] = await Promise.all([
      looker.waitForEvent('download'),
      dialog.getByRole('link', { name: format }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`hermit.${format.toLowerCase()}`)
    expect(await download.failure()).toBeNull()
  }
  const frame = await dialog.getByLabel('Code to embed').first().inputValue()
  await looker.goto(/src="([^"]+)"/.exec(frame)[1])
  await expect(looker.getByText(/^1 of 1: /)).toBeVisible()
  await looker.goto(link)
  await expect(looker).toHaveURL(`${server.address}/#/game/${id}`)
})
