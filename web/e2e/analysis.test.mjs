// Server analysis of a game played on the server.
import { due, expect, meet, move, resign, status, test } from './people.mjs'

test('a finished game is analyzed on the server, over a reload too', async ({ person }) => {
  const pages = [await person('A'), await person('B')]
  const [a, b] = pages
  const id = await meet(pages, { game: 'hermit', variant: '3x3' })
  for (let turn = 0; turn < 2; turn++) {
    const page = await due(pages)
    await move(page)
    await expect(status(page)).not.toHaveText('Your turn')
  }
  await resign(pages, b, id)
  await a.getByRole('link', { name: 'Analyze' }).click()
  await a.waitForURL((url) => url.hash.includes(`served=${id}`))
  // The local engine is off, so everything shown comes from the server.
  await a.getByRole('checkbox', { name: 'Engine' }).uncheck()
  const turns = /moves=([^&]*)/.exec(a.url())[1].split('_').length
  await a.getByRole('button', { name: 'Analyze on the server' }).click()
  await expect(a.getByText('Analyzed on the server.')).toBeVisible()
  const graph = a.locator('.graph polyline')
  const points = async () => (await graph.getAttribute('points'))?.trim().split(' ').length
  await expect.poll(points).toBe(turns + 1)

  await a.reload()
  await expect(a.getByText('Analyzed on the server.')).toBeVisible()
  await expect(a.getByRole('button', { name: 'Review this game' })).toHaveCount(0)

  // A later visitor finds it done.
  await b.getByRole('link', { name: 'Analyze' }).click()
  await expect(b.getByText('Analyzed on the server.')).toBeVisible()
})
