// Measures the page as documented in docs/contributing/web.md: sizes, the time to the computer's first move, and
// how quickly the engine stops.
import { readFileSync, readdirSync } from 'node:fs'
import { begin } from './browser.mjs'
import { median, withPage } from './measured.mjs'

const dist = new URL('../dist/', import.meta.url)
const assets = readdirSync(new URL('assets/', dist), { recursive: true }).map(
  (name) => `assets/${name}`,
)

function sizes(label, names) {
  const sum = (suffix) =>
    names.reduce((n, name) => n + readFileSync(new URL(name + suffix, dist)).length, 0)
  console.log(`| ${label} | ${[sum(''), sum('.gz'), sum('.br')].join(' | ')} |`)
}

console.log('| what | bytes | gzip | brotli |\n|---|---|---|---|')
sizes(
  "the page's scripts",
  [...assets, 'sw.js'].filter((name) => name.endsWith('.js')),
)
sizes(
  'styles',
  assets.filter((name) => name.endsWith('.css')),
)
const named = (pattern) => assets.filter((name) => pattern.test(name))
sizes('the program that plays first', named(/first-.*\.wasm$/))
sizes('the network of Santorini', named(/network-.*\.bin$/))
sizes('the whole engine', named(/thera-.*\.wasm$/))

const repeats = 5

console.log('\n| what | median of 5, ms |\n|---|---|')
for (const game of ['Amazons', 'Santorini', 'Hermit']) {
  const moves = []
  for (let i = 0; i < repeats; i++) {
    await withPage(async ({ page, address }) => {
      await page.goto(address)
      await page.locator('.cards .board').first().waitFor()
      await page.evaluate(() => {
        addEventListener('click', () => (window.clicked = performance.now()), true)
      })
      await begin(page, address, game, { side: 1 })
      await page.locator('.moves [data-at="1"]').waitFor()
      moves.push(await page.evaluate(() => performance.now() - window.clicked))
    })
  }
  console.log(
    `| ${game}: begin to the computer's first move, level 1 | ${Math.round(median(moves))} |`,
  )
}

await withPage(async ({ page, address }) => {
  await page.goto(address)
  await page.locator('.cards .board').first().waitFor()
  const waits = await page.evaluate(async () => {
    const script = performance
      .getEntriesByType('resource')
      .find((entry) => /worker.*\.js$/.test(entry.name))
    const worker = new Worker(script.name, { type: 'module' })
    const waiting = new Map()
    worker.onmessage = (event) => {
      const reply = JSON.parse(event.data)
      if (!reply.progress && reply.later === undefined) waiting.get(reply.id)?.()
    }
    let last = 0
    const ask = (method, params) => {
      const id = ++last
      const done = new Promise((resolve) => waiting.set(id, resolve))
      worker.postMessage(JSON.stringify({ id, method, params }))
      return { id, done }
    }
    await ask('games', {}).done
    const position = '3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w'
    const stops = []
    const views = []
    for (let i = 0; i < 20; i++) {
      const search = ask('search', { game: 'amazons', position, lines: 3 })
      await new Promise((resolve) => setTimeout(resolve, 200))
      let began = performance.now()
      await ask('view', { game: 'hermit', position: '.... 1' }).done
      views.push(performance.now() - began)
      began = performance.now()
      ask('stop', { search: search.id })
      await search.done
      stops.push(performance.now() - began)
    }
    const speed = ask('search', { game: 'amazons', position, nodes: 300_000 })
    const began = performance.now()
    await speed.done
    return { stops, views, speed: 300_000 / (performance.now() - began) }
  })
  const worst = (list) => `${Math.round(median(list))}, worst ${Math.round(Math.max(...list))}`
  console.log(`| stopping a search, of 20 | ${worst(waits.stops)} |`)
  console.log(`| an answer of the rules during a search, of 20 | ${worst(waits.views)} |`)
  console.log(`\nAmazons search: ${Math.round(waits.speed)},000 nodes a second`)
})
