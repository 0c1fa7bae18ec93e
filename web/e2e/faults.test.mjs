// The server is killed and restarted; pages older than the server; correspondence games.
import { count, nextOptions, options } from './browser.mjs'
import { ask, due, expect, look, meet, move, status, test } from './people.mjs'
import { byMouse } from './taps.mjs'
import { Server } from './server.mjs'

/** A server that a test may kill. */
const mortal = test.extend({
  // eslint-disable-next-line no-empty-pattern
  at: async ({}, use) => {
    const server = new Server()
    await server.start()
    await use(server)
    await server.close()
  },
})

mortal('a game continues by itself after the server was killed', async ({ person, at }) => {
  const pages = [await person('A', { at }), await person('B', { at })]
  const [a, b] = pages
  await meet(pages, { game: 'amazons', variant: '6x6', rated: true })
  for (let turn = 0; turn < 2; turn++) {
    await move(await due(pages))
  }
  await due(pages)
  let squares = await options(a)
  const [square] = squares
  await byMouse(a, square)
  await expect(a.locator(`[data-square="${square}"]`)).toHaveAttribute('aria-selected', 'true')
  await at.kill()
  await expect(a.getByText('Connection lost. Reconnecting…')).toBeVisible()
  // Half a turn stays and can be continued; the whole turn is sent when the server is back.
  await expect(a.locator(`[data-square="${square}"]`)).toHaveAttribute('aria-selected', 'true')
  for (let step = 0; step < 2; step++) {
    squares = await nextOptions(a, squares, 2)
    await byMouse(
      a,
      squares.find((s) => s !== square),
    )
  }
  await expect(status(a)).toHaveText('Your move will be sent once you’re connected.')
  await at.start()
  await expect(a.getByText('Connection lost. Reconnecting…')).toBeHidden()
  await expect(b.locator('.moves [data-at]')).toHaveCount(3)
  expect(await due(pages)).toBe(b)
  await move(b)
  await expect(a.locator('.moves [data-at]')).toHaveCount(4)
})

mortal(
  'a banner says that the server hangs, or that there is no network',
  async ({ person, at }) => {
    const pages = [await person('A', { at }), await person('B', { at })]
    const [a] = pages
    await meet(pages, { game: 'amazons', variant: '6x6' })
    const lost = a.getByText('Connection lost. Reconnecting…')
    const connected = a.locator('.seat .dot.here')
    await expect(connected).toHaveCount(2)
    at.hang()
    await expect(lost).toBeVisible()
    await expect(connected).toHaveCount(0)
    at.goOn()
    await expect(lost).toBeHidden()
    await expect(connected).toHaveCount(2)
    await a.context().setOffline(true)
    await expect(a.getByText('You’re offline.')).toBeVisible()
    await expect(connected).toHaveCount(0)
    await a.context().setOffline(false)
    await expect(a.getByText('You’re offline.')).toBeHidden()
    await expect(connected).toHaveCount(2)
  },
)

mortal('a correspondence game continues across days and restarts', async ({ person, at }) => {
  const pages = [await person('A', { at }), await person('B', { at })]
  const [a, b] = pages
  const id = await meet(pages, { game: 'hermit', variant: '3x3', clock: '1d', rated: true })
  await move(a)
  await expect(b.locator('.moves [data-at]')).toHaveCount(1)
  await a.goto('about:blank')
  await b.goto('about:blank')
  await at.kill()
  await at.start()
  await b.goto('/#/')
  await b.getByRole('link', { name: /your turn/ }).click()
  await b.waitForURL((url) => url.href.includes(id))
  await b.locator('.place .board').waitFor()
  expect(await due([b])).toBe(b)
  await move(b)
  await look(a, id)
  await expect(a.locator('.moves [data-at]')).toHaveCount(2)
  expect(await due([a])).toBe(a)
  expect(await count(a)).toBe(2)
  expect(await ask(a, 'GET', '/account/games')).toHaveLength(1)
})

test('a page that is older than the server says so and loses no half-turn', async ({ person }) => {
  const pages = [await person('A'), await person('B')]
  const [a] = pages
  let newer = true
  let hasReloaded = false
  await a.routeWebSocket(/\/api\/v1\//, (ws) => {
    const server = ws.connectToServer()
    const version = newer ? '"page":"newer"' : '$&'
    server.onMessage((text) => {
      ws.send(String(text).replace(/"page":"[^"]*"/, version))
      hasReloaded ||= version === '$&' && /"page"/.test(String(text))
    })
  })
  await meet(pages, { game: 'amazons', variant: '6x6' })
  await due(pages)
  const [square] = await options(a)
  await byMouse(a, square)
  const chosen = a.locator(`[data-square="${square}"]`)
  await expect(chosen).toHaveAttribute('aria-selected', 'true')
  const reload = a.getByRole('button', { name: 'Reload' })
  await expect(reload).toBeVisible()
  newer = false
  await reload.click()
  await expect.poll(() => hasReloaded).toBe(true)
  await expect(chosen).toHaveAttribute('aria-selected', 'true')
  await expect(reload).toBeHidden()
})

test('what the server does not give is missed, and comes on request', async ({ person }) => {
  const [a, b] = [await person('A'), await person('B')]
  const { id } = await ask(a, 'POST', '/classes', { name: 'Group B' })
  const button = (name) => a.getByRole('button', { name }).first()
  const offerByName = async () => {
    await button('Custom…').click()
    await a.getByRole('radio', { name: 'By name' }).check()
  }
  for (const [address, path, open] of [
    ['studies', '/studies?*'],
    ['studies', '/studies', () => button('Public studies').click()],
    ['openings/hermit', '/studies?*'],
    ['class', '/classes'],
    [`class/${id}`, `/class/${id}/games?*`],
    ['account', '/account/tokens'],
    [`player/${b.name}`, '/player/*/record'],
    [`player/${b.name}`, '/player/*/games?*'],
    ['', '/house?*', offerByName],
  ]) {
    const missing = `**/api/v1${path}`
    await a.route(missing, (route) => route.abort())
    await a.goto('about:blank')
    await a.goto(`/#/${address}`)
    await open?.()
    await expect(a.getByText('Can’t reach the server.'), path).toBeVisible()
    await a.unroute(missing)
    const answered = a.waitForResponse(missing)
    await button('Try again').click()
    await answered
    await expect(a.locator('.opening'), path).toHaveCount(0)
    await expect(a.getByRole('alert'), path).toHaveCount(0)
  }
})
