// Back and Forward show a page where it was left, also if what it lists comes later.
import { ask, expect, test } from './people.mjs'
import { alone, keep } from './scenes.mjs'

const low = { viewport: { width: 390, height: 300 } }
const top = (page) => page.evaluate(() => Math.round(scrollY))

/** Holds back what the server answers until the function that it returns is called. */
async function holdBack(page) {
  let goOn
  const held = new Promise((done) => (goOn = done))
  await page.route('**/api/v1/**', async (route) => {
    await held
    await route.continue()
  })
  return goOn
}

/** Leaves a page at its end, and comes back to it before the server has answered. Returns how far down that was. */
async function comeBack(page, address, last) {
  await page.goto(`/#/${address}`)
  await page.getByText(last).last().waitFor()
  const down = () => scrollTo(0, document.documentElement.scrollHeight)
  await expect.poll(() => page.evaluate(down).then(() => top(page))).toBeGreaterThan(100)
  // At once, because the page may still grow.
  const left = await page.evaluate(() => {
    const at = Math.round(scrollY)
    location.hash = '#/account'
    return at
  })
  await page.getByRole('heading', { name: 'Account' }).waitFor()
  expect(await top(page)).toBe(0)
  const answer = await holdBack(page)
  await page.goBack()
  return { left, answer }
}

test('a page is where it was left', async ({ person }) => {
  const page = await person('Ann', low)
  for (let i = 1; i <= 6; i++) {
    const terms = { kind: 'swiss', name: `Cup ${i}`, game: 'hermit', clock: '5+3', players: 'all' }
    await ask(page, 'POST', '/contests', terms)
  }
  const games = alone.flatMap(({ kept }) => kept ?? [])
  await keep(page, games)
  for (const [address, last] of [
    ['', 'Your games'],
    ['contests', 'Cup 6'],
    ['watch', 'Great endings'],
    ['studies', 'Studies'],
    ['puzzles/hermit?id=daily', 'Puzzles'],
  ]) {
    const { left, answer } = await comeBack(page, address, last)
    await page.keyboard.press('Alt') // the beginning of Alt+Left, which doesn't scroll
    answer()
    await expect.poll(() => top(page), address).toBe(left)
    await page.reload()
    await expect.poll(() => top(page), `${address} again`).toBe(left)
    await page.goForward()
    await page.getByRole('heading', { name: 'Account' }).waitFor()
    await expect.poll(() => top(page)).toBe(0)
    await page.unrouteAll()
  }
})

test('a page does not move once the user has scrolled it', async ({ person }) => {
  const page = await person('Ann', low)
  const { answer } = await comeBack(page, 'watch', 'Great endings')
  await page.keyboard.press('Home')
  await expect.poll(() => top(page)).toBe(0)
  answer()
  await page.getByText('Great endings').waitFor()
  expect(await top(page)).toBe(0)
})
