// Measures how smoothly towers are drawn on a slow processor: the frames while the board is turned by
// a quarter and a worker hops, with the processor slowed down four times. Quiet machines only.
import { chromium } from '@playwright/test'
import config from '../playwright.config.js'
import { begin } from './browser.mjs'
import { serve } from './serve.mjs'

const slower = 4
const { server, address } = await serve()
const browser = await chromium.launch(config.use.launchOptions)
const page = await browser.newPage({ viewport: { width: 360, height: 740 }, locale: 'en-US' })
const session = await page.context().newCDPSession(page)

/** The milliseconds between frames while something goes on, for so long. */
const frames = (action, length) =>
  page.evaluate(
    async ([action, length]) => {
      const times = []
      let running = true
      const tick = (now) => {
        times.push(now)
        if (running) {
          requestAnimationFrame(tick)
        }
      }
      requestAnimationFrame(tick)
      document.querySelector(action).click()
      await new Promise((done) => setTimeout(done, length))
      running = false
      return times.slice(1).map((time, i) => time - times[i])
    },
    [action, length],
  )

/** The main thread's work in a trace, in milliseconds, by what it is spent on. */
function spent(events) {
  const names = {
    FunctionCall: 'scripts',
    Layout: 'layout',
    UpdateLayoutTree: 'style',
    Paint: 'paint',
  }
  const sums = {}
  // By the time that the thread has run, which does not depend on what else the machine does.
  for (const { name, tdur: dur } of events) {
    if (names[name] && dur) {
      sums[names[name]] = (sums[names[name]] ?? 0) + dur / 1000
    }
  }
  return Object.entries(sums).map(([what, ms]) => `${what} ${ms.toFixed(0)}`)
}

const at = (list, share) => list[Math.min(list.length - 1, Math.floor(share * list.length))]
function tell(what, lengths) {
  const sorted = lengths.toSorted((a, b) => a - b)
  const second = (1000 * lengths.length) / lengths.reduce((sum, n) => sum + n, 0)
  const late = lengths.filter((n) => n > 20).length
  const figures = [at(sorted, 0.5), at(sorted, 0.95), at(sorted, 1)].map((n) => n.toFixed(1))
  console.log(
    `| ${[what, second.toFixed(0), ...figures, `${late} of ${lengths.length}`].join(' | ')} |`,
  )
}

try {
  await begin(page, address, 'Santorini', {
    opponent: 'People here',
    start: '02131/13202/21024/10213/32110 c4e4,c2d3 1',
  })
  await page.locator('.board.tilted .grab').first().waitFor()
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const events = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  await session.send('Tracing.start', { categories: 'devtools.timeline' })
  console.log(`processor slowed down ${slower} times, 360 by 740, 25 squares, 20 towers\n`)
  console.log('| what | frames a second | median, ms | 95 % | worst | over 20 ms |')
  console.log('|---|---|---|---|---|---|')
  const turning = []
  for (let i = 0; i < 8; i++) {
    turning.push(...(await frames('.turns button:last-child', 320)))
  }
  tell('turning by a quarter, of 8', turning)
  const done = new Promise((resolve) => session.on('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await done
  console.log(`\nmain thread, ms in all: ${spent(events).join(', ')}`)
} finally {
  await browser.close()
  server.close()
}
