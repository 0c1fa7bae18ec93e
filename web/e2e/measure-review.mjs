// Measures how long a review takes per position, at this machine's speed and four times slower.
// Browsers can throttle pages but not their workers, where the engine runs, so the page's process is
// halted for three quarters of the time.
import { readFileSync } from 'node:fs'
import { median, withPage } from './measured.mjs'

const played = JSON.parse(readFileSync(new URL('scenes.json', import.meta.url), 'utf8'))
const games = ['amazons', 'santorini', 'hermit']
/** How many nodes a review searches per position, as in examination.svelte.ts. */
const nodes = 60_000
const slower = 4

/** Halts the page processes for all but a fraction of the time, until the returned function is called. */
async function slow(page) {
  const session = await page.context().browser().newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const pages = processInfo.filter(({ type }) => type === 'renderer')
  let halted = false
  const signal = () => {
    halted = !halted
    pages.forEach(({ id }) => process.kill(id, halted ? 'SIGSTOP' : 'SIGCONT'))
    timer = setTimeout(signal, halted ? 10 * (slower - 1) : 10)
  }
  let timer = setTimeout(signal)
  return () => {
    clearTimeout(timer)
    pages.forEach(({ id }) => process.kill(id, 'SIGCONT'))
  }
}

/** How long the engine searches each position of a game, in milliseconds. */
const looks = (page, game) =>
  page.evaluate(
    async ([game, { start, moves }, nodes]) => {
      const script = performance
        .getEntriesByType('resource')
        .find((entry) => /worker.*\.js$/.test(entry.name))
      const worker = new Worker(script.name, { type: 'module' })
      let answered
      const complete = new Promise((resolve) => {
        worker.onmessage = ({ data }) => {
          const { complete, result } = JSON.parse(data)
          if (complete) resolve()
          if (result) answered(result)
        }
      })
      let last = 0
      const ask = (method, params) => {
        worker.postMessage(JSON.stringify({ id: ++last, method, params }))
        return new Promise((resolve) => (answered = resolve))
      }
      await complete
      const { stations } = await ask('replay', { game, start, moves: moves.split(' ') })
      const times = []
      for (const { position, winners } of stations) {
        if (!winners?.length && times.length < 40) {
          const began = performance.now()
          await ask('search', { game, position, nodes, fresh: true })
          times.push(performance.now() - began)
        }
      }
      worker.terminate()
      return times
    },
    [game, played[game], nodes],
  )

console.log(
  `| ${nodes} nodes of a position, ms | median | longest | median, ${slower} times slower |`,
)
console.log('|---|---|---|---|')
for (const game of games) {
  await withPage(async ({ page, address }) => {
    await page.goto(address)
    await page.locator('.cards .board').last().waitFor()
    const quick = await looks(page, game)
    const run = await slow(page)
    const times = await looks(page, game).finally(run)
    const cells = [median(quick), Math.max(...quick), median(times)].map(Math.round)
    console.log(`| ${game} | ${cells.join(' | ')} |`)
  })
}
