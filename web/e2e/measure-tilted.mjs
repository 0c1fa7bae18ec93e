// Measures the cost of animating towers in 3D on a slow processor: the frames while the board rotates
// a quarter turn and while workers hop, with the processor throttled to a quarter, and the page
// thread's run time for each, which does not depend on the machine's other work.
import { chromium } from '@playwright/test'
import { launchOptions } from '../playwright.config.js'
import { begin } from './browser.mjs'
import { serve } from './serve.mjs'

const slower = 4
const { server, address } = await serve()
const browser = await chromium.launch(launchOptions)
const page = await browser.newPage({ viewport: { width: 360, height: 740 }, locale: 'en-US' })
const session = await page.context().newCDPSession(page)

/** The times between frames, in milliseconds, for so long after a click. */
const frames = (action, length) =>
  page.evaluate(
    async ([action, length]) => {
      const times = []
      let running = true
      requestAnimationFrame(function tick(now) {
        times.push(now)
        if (running) {
          requestAnimationFrame(tick)
        }
      })
      document.querySelector(action).click()
      await new Promise((done) => setTimeout(done, length))
      running = false
      return times.slice(1).map((time, i) => time - times[i])
    },
    [action, length],
  )

/** Traces while something runs. */
async function traced(action) {
  const events = []
  const gather = ({ value }) => events.push(...value)
  session.on('Tracing.dataCollected', gather)
  await session.send('Tracing.start', {
    categories: 'devtools.timeline,disabled-by-default-devtools.timeline,toplevel',
  })
  const lengths = await action()
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await done
  session.off('Tracing.dataCollected', gather)
  return { lengths, events }
}

/** How long threads have run, in milliseconds, by kind of work. */
function spent(events) {
  const thread = events.find((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain')
  const main = events.filter(({ tid, pid }) => tid === thread.tid && pid === thread.pid)
  const sum = (list, name) =>
    list.filter((e) => e.name === name).reduce((all, { tdur = 0 }) => all + tdur / 1000, 0)
  const drawn = main
    .filter((e) => e.name === 'FireAnimationFrame')
    .map(({ tdur = 0 }) => tdur / 1000)
  return {
    all: sum(main, 'RunTask'),
    scripts: sum(main, 'FunctionCall'),
    style: sum(main, 'UpdateLayoutTree'),
    layout: sum(main, 'Layout'),
    paint: sum(main, 'Paint'),
    raster: sum(events, 'RasterTask'),
    frames: drawn.length,
  }
}

const at = (list, share) => list[Math.min(list.length - 1, Math.floor(share * list.length))] ?? 0
function tell(what, { lengths, events }) {
  const sorted = lengths.toSorted((a, b) => a - b)
  const second = (1000 * lengths.length) / lengths.reduce((sum, n) => sum + n, 0)
  const figures = [at(sorted, 0.5), at(sorted, 0.95)].map((n) => n.toFixed(1))
  const { all, scripts, style, layout, paint, raster, frames } = spent(events)
  const parts = [all, scripts, style, layout, paint, raster].map((n) => (n / frames).toFixed(1))
  console.log(`| ${[what, second.toFixed(0), ...figures, ...parts].join(' | ')} |`)
}

/** Traces several clicks, each after some preparation. */
async function repeated(times, action, length, before = async () => {}) {
  const all = { lengths: [], events: [] }
  for (let i = 0; i < times; i++) {
    await before()
    await page.waitForTimeout(300)
    const { lengths, events } = await traced(() => frames(action, length))
    all.lengths.push(...lengths)
    all.events.push(...events)
  }
  return all
}

try {
  await begin(page, address, 'Santorini', {
    opponent: 'Same device',
    start: '02131/13202/21024/10213/32110 c4e4,c2d3 1',
  })
  await page.locator('.board.tilted .grab').first().waitFor()
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  console.log(`processor slowed down ${slower} times, 360 by 740, 25 squares, 20 towers`)
  console.log('milliseconds; those of threads are for each frame\n')
  console.log(
    '| what | frames a second | median | 95% | the page’s thread | scripts | style | layout | paint | raster |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  tell('turning by a quarter, of 8', await repeated(8, '.turns button:last-child', 500))
  const take = async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.locator('[data-square=c4]').press('Enter')
  }
  tell('the hop of a worker, of 8', await repeated(8, '[data-square=d4]', 320, take))
} finally {
  await browser.close()
  server.close()
}
