// Pages that are left, before they have loaded or after, leave nothing behind.
import { watchLeftovers } from './leftovers.mjs'
import { expect, test } from './people.mjs'
import { alone, keep, makeWorld, together } from './scenes.mjs'

/** How long a page is open, in ms. */
const stays = [0, 50, 200, 1000]

/** A game that computers play against each other, with a clock. */
const played = ({ kept }) => ({
  ...kept,
  players: kept.players.map(() => ({ kind: 'computer', level: 4 })),
  clock: { start: 180_000, increment: 2000 },
  left: kept.players.map(() => 180_000),
})

async function leaveAll(page, addresses) {
  await page.goto('/#/left')
  await page.waitForFunction(() => window.complete)
  for (const address of addresses) {
    for (const stay of stays) {
      const left = await page.evaluate(([to, ms]) => window.leave(to, ms), [`#/${address}`, stay])
      expect(left, `left behind by ${address} after ${stay} ms`).toEqual([])
    }
  }
}

/** One address of each kind: games and records differ only in what they show. */
function kinds(addresses) {
  const kindOf = (address) =>
    address.replace(/amazons|santorini|hermit|[0-9a-f-]{36}/, '*').replace(/=[^&]*/g, '=')
  return [...new Map(addresses.map((address) => [kindOf(address), address])).values()]
}

test('pages that are left leave nothing behind', async ({ person }) => {
  const [one, other] = [await person('One'), await person('Other')]
  const world = await makeWorld(one, other)
  const scenes = [...alone, ...together].filter(({ address }) => address !== undefined)
  const addresses = kinds([
    ...scenes.map(({ address }) => (typeof address === 'function' ? address(world) : address)),
    'display',
    'moderation',
  ])
  await one.context().addInitScript(watchLeftovers)
  // Two pages at a time: most of it is waiting.
  const pages = [one, await one.context().newPage()]
  await keep(one, scenes.filter(({ kept }) => kept).map(played))
  await Promise.all(
    pages.map((page, i) =>
      leaveAll(
        page,
        addresses.filter((_, n) => n % 2 === i),
      ),
    ),
  )
})
