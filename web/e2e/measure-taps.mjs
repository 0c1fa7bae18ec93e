// Measures whether memory grows as pages change, and then every page with the processor slowed down
// four times: how long a tap takes until something is painted, and how long the page's thread is
// held after loading.
import { chromium } from '@playwright/test'
import config from '../playwright.config.js'
import { alone, makeWorld, together } from './scenes.mjs'
import { Server } from './server.mjs'

const slower = 4
/** How many things are tapped on each page. */
const taps = 8
/** After how many changes of page memory is looked at. */
const changes = [20, 200]

const server = new Server()
await server.start()
const browser = await chromium.launch(config.use.launchOptions)

async function person(name) {
  const context = await browser.newContext({
    baseURL: server.address,
    locale: 'en-US',
    viewport: { width: 390, height: 800 },
  })
  await context.addInitScript(() => {
    window.seen = { taps: [], held: [] }
    const observe = (type, take, more) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, ...more })
    const isTap = ({ name }) => name === 'pointerup' || name === 'click'
    observe('event', (e) => isTap(e) && window.seen.taps.push(e.duration), {
      durationThreshold: 16,
    })
    observe('longtask', (e) => window.seen.held.push(e.duration))
  })
  const page = await context.newPage()
  if (name) {
    page.name = name
    await context.request.post('/api/v1/account', { data: { name, password: 'correct horse' } })
  }
  page.session = await context.newCDPSession(page)
  return page
}

const slow = (page, rate) => page.session.send('Emulation.setCPUThrottlingRate', { rate })

/** What can be tapped on the page, for as long as nothing replaces it. */
const targets = 'main button:enabled, main summary, main .board [data-square], main input:enabled'
/** What would end the account that later pages need. */
const ending = /sign out|delete|withdraw|leave/i

async function tapAll(page, { name, open }, world) {
  await open(page, world)
  await page.waitForTimeout(500)
  const url = page.url()
  await slow(page, slower)
  await page.evaluate(() => {
    window.seen.taps.length = 0
    window.seen.held.length = 0
  })
  for (let i = 0; i < taps; i++) {
    const target = page.locator(targets).filter({ visible: true, hasNotText: ending }).nth(i)
    await target.click({ timeout: 2000, noWaitAfter: true }).catch(() => {})
    await page.waitForTimeout(300)
    await page.keyboard.press('Escape')
    if (page.url() !== url) {
      break
    }
  }
  await page.waitForTimeout(300)
  const { taps: times, held } = await page.evaluate(() => window.seen)
  await slow(page, 1)
  const most = (list) => Math.round(Math.max(0, ...list))
  console.log(`| ${name} | ${times.length} | ${most(times)} | ${most(held)} |`)
}

async function memory(page) {
  await page.session.send('Performance.enable')
  await page.session.send('HeapProfiler.collectGarbage')
  const { metrics } = await page.session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize').value
}

async function visit(page, addresses) {
  await page.goto('/#/')
  for (let n = 1; n <= Math.max(...changes); n++) {
    await page.evaluate((to) => (location.hash = `#/${to}`), addresses[n % addresses.length])
    await page.waitForTimeout(250)
    if (changes.includes(n)) {
      await page.evaluate(() => (location.hash = '#/'))
      await page.waitForTimeout(1000)
      console.log(`| ${n} | ${((await memory(page)) / 1e6).toFixed(1)} |`)
    }
  }
}

try {
  const [one, other] = [await person('Mira'), await person('Jonas')]
  const world = await makeWorld(one, other)
  console.log('| pages visited | heap, MB |\n|---|---|')
  const addresses = [...alone, ...together]
    .map(({ address }) => (typeof address === 'function' ? address(world) : address))
    .filter((address) => address !== undefined)
  await visit(one, addresses)
  console.log('\n| page | slow taps | slowest tap, ms | longest task, ms |\n|---|---|---|---|')
  for (const scene of alone) {
    const page = await person()
    await tapAll(page, scene)
    await page.context().close()
  }
  for (const scene of together) {
    await tapAll(one, scene, world)
    await one.goto('about:blank')
  }
} finally {
  await browser.close()
  await server.close()
}
