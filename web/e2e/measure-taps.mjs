// Measures whether memory grows as pages change, and then every page with the processor slowed down
// four times: how long a tap takes until something is painted, and how long the page's thread is
// held after loading. Names of scenes as arguments measure only those pages: 'new game' mistakes.
import { chromium } from '@playwright/test'
import { launchOptions } from '../playwright.config.js'
import { enter } from './people.mjs'
import { alone, makeWorld, together } from './scenes.mjs'
import { Server } from './server.mjs'

const slower = 4
/** How many things are tapped on each page. */
const taps = 8
/** After how many changes of page memory is looked at. */
const changes = [20, 200]

const server = new Server()
await server.start()
const browser = await chromium.launch(launchOptions)

async function person(name) {
  const page = await enter(browser, name, {
    baseURL: server.address,
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
  })
  await page.addInitScript(() => {
    window.seen = { taps: [], held: [] }
    const seen = ({ timeStamp, target }) => {
      const what = (target.closest('button, summary, label') ?? target).textContent.trim()
      window.seen.taps.push({ waited: performance.now() - timeStamp, what })
    }
    addEventListener('click', seen, { capture: true })
    new PerformanceObserver((list) =>
      list.getEntries().forEach((task) => window.seen.held.push(task.duration)),
    ).observe({ type: 'longtask' })
  })
  page.session = await page.context().newCDPSession(page)
  return page
}

const slow = (page, rate) => page.session.send('Emulation.setCPUThrottlingRate', { rate })

/** What can be tapped on the page, for as long as nothing replaces it. */
const targets =
  'main button:not([aria-disabled]), main summary, main .board [data-square], main input:enabled'
/** What would end the account that later pages need, or wait for a finger or a key. */
const ending = /sign out|delete|withdraw|leave|passkey/i

/** Touches an element, if it is there, with nothing of Playwright's own in the page meanwhile. */
async function tap(page, target) {
  if ((await target.count()) === 0) {
    return
  }
  const spot = await target.evaluate((element) => {
    element.scrollIntoView({ block: 'nearest' })
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  })
  await page.waitForTimeout(150)
  for (const [type, touchPoints] of [
    ['touchStart', [spot]],
    ['touchEnd', []],
  ]) {
    await page.session.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
}

/** How long each click took in ms, from when the page heard of it until its frame was made. */
function answers(trace) {
  const { traceEvents } = JSON.parse(trace)
  const inOrder = traceEvents.toSorted((a, b) => a.ts - b.ts)
  const clicks = inOrder.filter((e) => e.name === 'EventDispatch' && e.args.data.type === 'click')
  return clicks.map(({ ts, dur, tid }) => {
    const frame = inOrder.find((e) => e.name === 'Commit' && e.tid === tid && e.ts >= ts + dur)
    return ((frame ? frame.ts + frame.dur : ts + dur) - ts) / 1000
  })
}

async function tapAll(page, { name, open }, world) {
  await open(page, world)
  // The engine starts on other threads, which the browser doesn't slow down, but the taps.
  await page.waitForTimeout(2500)
  const url = page.url()
  await slow(page, slower)
  await page.evaluate(() => {
    window.seen.taps.length = 0
    window.seen.held.length = 0
  })
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  for (let i = 0; i < taps; i++) {
    await tap(page, page.locator(targets).filter({ visible: true, hasNotText: ending }).nth(i))
    await page.waitForTimeout(600)
    await page.keyboard.press('Escape')
    if (page.url() !== url) {
      break
    }
  }
  await page.waitForTimeout(300)
  const took = answers(await browser.stopTracing())
  const { taps: tapped, held } = await page.evaluate(() => window.seen)
  await slow(page, 1)
  const most = Math.max(0, ...held)
  const slowest = tapped
    .map(({ waited, what }, i) => ({ time: waited + took[i], what: what.replace(/\s+/g, ' ') }))
    .reduce((a, b) => (b.time > a.time ? b : a), { time: 0, what: '' })
  const { time, what } = slowest
  console.log(
    `| ${name} | ${tapped.length} | ${time.toFixed()} | ${what.slice(0, 30)} | ${most.toFixed()} |`,
  )
}

/** What the heap holds in bytes: all of it, and the page's own objects without compiled code. */
async function memory({ session }) {
  let text = ''
  const take = ({ chunk }) => (text += chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', take)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', take)
  const { snapshot, nodes } = JSON.parse(text)
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  let [all, own] = [0, 0]
  for (let at = 0; at < nodes.length; at += fields.length) {
    const bytes = nodes[at + size]
    all += bytes
    own += /object|array|string|closure/.test(types[0][nodes[at + type]]) ? bytes : 0
  }
  return { all, own }
}

async function visit(page, world) {
  const addresses = [...alone, ...together]
    .map(({ address }) => (typeof address === 'function' ? address(world) : address))
    .filter((address) => address !== undefined)
  // As many as are visited before memory is looked at first: what comes later has been loaded then.
  const some = addresses.filter((_, i) => i % Math.ceil(addresses.length / changes[0]) === 0)
  console.log('| pages visited | heap, MB | without code, MB |\n|---|---|---|')
  await page.goto('/#/')
  for (let n = 1; n <= Math.max(...changes); n++) {
    await page.evaluate((to) => (location.hash = `#/${to}`), some[n % some.length])
    await page.waitForTimeout(500)
    if (changes.includes(n)) {
      await page.evaluate(() => (location.hash = '#/'))
      await page.waitForTimeout(1000)
      const { all, own } = await memory(page)
      console.log(`| ${n} | ${(all / 1e6).toFixed(1)} | ${(own / 1e6).toFixed(1)} |`)
    }
  }
}

const only = process.argv.slice(2)
const isWanted = ({ name }) => only.length === 0 || only.includes(name)

try {
  const [one, other] = [await person('Mira'), await person('Jonas')]
  const world = await makeWorld(one, other)
  if (only.length === 0) {
    await visit(one, world)
  }
  console.log('\n| page | taps | slowest tap, ms | on | longest task, ms |\n|---|---|---|---|---|')
  for (const scene of alone.filter(isWanted)) {
    const page = await person()
    await tapAll(page, scene)
    await page.context().close()
  }
  for (const scene of together.filter(isWanted)) {
    await tapAll(one, scene, world)
    await one.goto('about:blank')
  }
} finally {
  await browser.close()
  await server.close()
}
