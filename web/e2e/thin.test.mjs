// What works before the whole engine has loaded, and how much has to load before that.
import { readdirSync, readFileSync } from 'node:fs'
import { begin, expect, makeTurn, test } from './browser.mjs'
import { byMouse } from './taps.mjs'

/** The limit for what loads before a game can start, in bytes after brotli: 6 s at 1.6 Mbit/s. */
const budget = 1_200_000

/** Holds files back until the returned function is called. */
async function hold(context, pattern) {
  let release = () => {}
  const held = new Promise((resolve) => (release = resolve))
  await context.route(pattern, async (route) => {
    await held
    await route.continue()
  })
  return release
}

test('the head of the page is painted before any script has come, and stays where it is', async ({
  page,
  context,
  address,
}) => {
  const release = await hold(context, '**/assets/*.js')
  await page.goto(address, { waitUntil: 'commit' })
  const brand = page.locator('.brand')
  await brand.waitFor()
  // Nothing is painted before the styles have come, but places can be asked for.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet),
  )
  await page.evaluate(() => document.fonts.load('1rem Marcellus'))
  const before = await brand.boundingBox()
  await expect(page.locator('.cards')).toHaveCount(0)
  release()
  await page.locator('.cards').waitFor()
  await expect(brand).toHaveCount(1)
  expect(await brand.boundingBox()).toEqual(before)
})

test('the theme that was chosen is there before anything is painted', async ({
  page,
  context,
  address,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('thera.settings', '{"theme":"dark"}'))
  await hold(context, '**/assets/*.js')
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('.brand').waitFor()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(22, 25, 29)')
})

const turns = (page, n) => page.locator(`.moves [data-at="${n}"]`).waitFor()

test('a game is begun, and its first turn entered, before any program has come', async ({
  page,
  context,
  address,
}) => {
  const release = await hold(context, '**/*.{wasm,bin}')
  for (const game of ['Santorini', 'Hermit', 'Amazons']) {
    await begin(page, address, game)
    await expect(
      page.locator('.buttons .grab, .buttons [aria-label$="available"]'),
    ).not.toHaveCount(0)
  }
  const turn = makeTurn(page, byMouse, 1)
  await page.getByText('Loading the engine').waitFor()
  release()
  await turn
  await turns(page, 2)
})

test('the low levels play before the whole engine has come', async ({ page, context, address }) => {
  const release = await hold(context, '**/{thera-*.wasm,network-*.bin}')
  for (const game of ['Amazons', 'Hermit']) {
    await begin(page, address, game)
    await makeTurn(page, byMouse, 1)
    await turns(page, 2)
  }
  // For Santorini there are the rules, and the turn of a player who waits for the computer.
  await begin(page, address, 'Santorini')
  await makeTurn(page, byMouse, 1)
  await page.getByText('Loading the engine').waitFor()
  expect(await page.locator('.moves [data-at]').count()).toBe(1)
  release()
  await turns(page, 2)
  await expect(page.locator('progress')).toHaveCount(0)
})

test('the footer is at the bottom of the window while a page loads', async ({
  page,
  context,
  address,
}) => {
  await hold(context, '**/assets/LeadersPage-*.js')
  await page.goto(`${address}/#/leaders`)
  const { y, height } = await page.locator('footer').boundingBox()
  expect(y + height).toBeGreaterThan(700)
})

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the games stay where they are when the tours are offered', async ({
    page,
    context,
    address,
  }) => {
    const release = await hold(context, '**/assets/TourOffer-*.js')
    await page.goto(address)
    const play = page.getByRole('button', { name: 'Play: Amazons' })
    await expect(play).toBeEnabled()
    const { y } = await play.boundingBox()
    release()
    await page.getByRole('button', { name: 'No, thanks' }).waitFor()
    expect((await play.boundingBox()).y).toBeCloseTo(y, 0)
    // With the keyboard, too, they come before the lobby.
    const order = await page.evaluate(() =>
      document.querySelector('.cards').compareDocumentPosition(document.querySelector('#people')),
    )
    expect(order).toBe(4) // follows
  })
})

test('Santorini waits for its network alone', async ({ page, context, address }) => {
  await hold(context, '**/thera-*.wasm')
  await begin(page, address, 'Santorini')
  await makeTurn(page, byMouse, 1)
  await turns(page, 2)
})

test('the page says what is wrong when the whole engine does not load', async ({
  page,
  context,
  address,
}) => {
  await context.route('**/thera-*.wasm', (route) => route.abort())
  await begin(page, address, 'Hermit', { side: 1, level: 8 })
  await page.getByRole('alert').getByText('thera-').waitFor()
})

test('each file of the page is compressed, and there offline', () => {
  test.skip(Boolean(process.env.THERA_URL), 'looks at the files of web/dist')
  const dist = new URL('../dist/', import.meta.url)
  const files = readdirSync(dist, { recursive: true })
  const kept = readFileSync(new URL('sw.js', dist), 'utf8')
  const scripts = files.filter((name) => name.endsWith('.js') && name !== 'sw.js')
  expect(scripts.filter((name) => !files.includes(`${name}.br`))).toEqual([])
  expect(scripts.filter((name) => !kept.includes(`"/${name}"`))).toEqual([])
})

test('little has to come before a game can be begun', async ({ page, context, address }) => {
  test.skip(Boolean(process.env.THERA_URL), 'counts the files of web/dist')
  await hold(context, '**/{thera-*.wasm,network-*.bin}')
  const names = []
  page.on('response', (response) => names.push(new URL(response.url()).pathname))
  const first = page.waitForResponse(/first-.*\.wasm$/)
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Play: Amazons' })).toBeEnabled()
  await first
  const sizes = names.map((name) => {
    for (const suffix of ['.br', '']) {
      try {
        const file = name === '/' ? '/index.html' : name
        return readFileSync(new URL(`../dist${file}${suffix}`, import.meta.url)).length
      } catch {
        // not compressed, or not there
      }
    }
    return 0
  })
  expect(names.some((name) => /first-.*\.wasm$/.test(name))).toBe(true)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(budget)
})
