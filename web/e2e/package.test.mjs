// The npm package: built, packed, installed from the tarball, and used.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { axeInBoth } from './axe.mjs'
import { expect, test as base } from './browser.mjs'

const web = new URL('..', import.meta.url).pathname
const run = async (cwd, program, ...args) =>
  (await promisify(execFile)(program, args, { cwd, encoding: 'utf8' })).stdout.trim()

const test = base.extend({
  /** A folder with the package installed. */
  installed: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'thera-package-'))
      const tarball = await run(web, process.execPath, 'package/build.mjs', join(folder, 'packed'))
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
      await run(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', tarball)
      await use(folder)
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 900_000 },
  ],
})

test('the engine runs in Node', async ({ installed }) => {
  writeFileSync(
    join(installed, 'use.mjs'),
    `import { EngineError, startEngine } from 'thera-board'
    const engine = startEngine()
    const { position } = await engine.ask('start', { game: 'hermit', variant: '3x3' })
    const { result } = engine.search({ game: 'hermit', position: 'YRY/B.B/..R 1', depth: 3 })
    const wrong = await engine.ask('view', { game: 'chess', position }).catch((error) => error)
    console.log(position + ' ' + (await result).move + ' ' + (wrong instanceof EngineError))
    engine.end()`,
  )
  expect(await run(installed, process.execPath, 'use.mjs')).toBe('.../.../... 1 Ya1 true')
})

test('its types say what can be asked', async ({ installed }) => {
  writeFileSync(
    join(installed, 'use.ts'),
    `import { startEngine } from 'thera-board'
    import type { Shown, TheraBoard } from 'thera-board/board'
    const view = await startEngine().ask('view', { game: 'hermit', position: '. 1' })
    export const board: TheraBoard = document.createElement('thera-board')
    export const shown: Shown = { at: 0, view }
    export const count: number = view.count
    // @ts-expect-error: a game is named by a text
    await startEngine().ask('view', { game: 1, position: '. 1' })`,
  )
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022']
  expect(await run(installed, join(web, 'node_modules/.bin/tsc'), ...options, 'use.ts')).toBe('')
})

test('the example shows a board and asks the engine', async ({ page, installed }) => {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' }
  const server = createServer((request, response) => {
    const name = normalize(new URL(request.url, 'http://localhost').pathname)
    const type = types[extname(name)] ?? 'text/plain'
    try {
      const data = readFileSync(join(installed, 'node_modules/thera-board', name))
      response.writeHead(200, { 'Content-Type': type }).end(data)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://127.0.0.1:${server.address().port}/example/index.html`)
  const board = page.locator('thera-board')
  await expect(board.getByText('1 of 2: d1-d7(g7)')).toBeVisible()
  await board.getByRole('button', { name: 'Next move' }).click()
  await expect(board.getByText('2 of 2: a7-d4(d1)')).toBeVisible()
  await expect(page.locator('output')).toHaveText(/^\d+ moves$/)
  const { width, height } = await board.locator('.board svg').boundingBox()
  expect(Math.abs(width - height)).toBeLessThan(2)
  expect(width).toBeGreaterThan(300)
  await axeInBoth(page, 'the example of the package')
  await page.getByRole('button', { name: 'Best first move' }).click()
  await expect(page.locator('#best')).toHaveText(/^[RYB][a-c][1-3]/)
  // It follows its attributes, and reports what is wrong with them.
  await board.evaluate((b) => {
    b.setAttribute('moves', 'd1-d2')
    b.addEventListener('error', ({ detail }) => (document.title = detail))
  })
  await expect(page).toHaveTitle(/d1-d2/)
  await board.evaluate((b) => {
    b.removeAttribute('at')
    b.setAttribute('game', 'hermit')
    b.setAttribute('moves', 'Rb2')
    b.setAttribute('theme', 'dark')
    b.setAttribute('lang', 'nl')
  })
  await expect(board.getByText('1 van 1: Rb2')).toBeVisible()
  // What the page's own site keeps is no business of a board.
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  server.close()
})
