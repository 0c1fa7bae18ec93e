// Measures how long the first page takes to load with nothing cached, over a fast line, as fast as
// this machine, and over a slow one. All times are the page's own, from the start of navigation.
import { median, withPage } from './measured.mjs'

const lines = [
  { name: 'no line between', runs: 9 },
  // A phone in an area with poor reception.
  { name: '1.6 Mbit/s with 150 ms', runs: 3, connection: { bytes: 200_000, latency: 150 } },
]

/**
 * When the page painted the first frame with an element. The page looks in every frame: Playwright's
 * own waiting looks again after up to half a second.
 */
const painted = (page, selector) =>
  page.evaluate(
    (selector) =>
      new Promise((resolve) => {
        requestAnimationFrame(function look() {
          if (document.querySelector(selector)) {
            setTimeout(() => resolve(performance.now()))
          } else {
            requestAnimationFrame(look)
          }
        })
      }),
    selector,
  )

async function opening({ page, address }) {
  await page.goto(address, { waitUntil: 'commit' })
  const boards = await painted(page, '.cards li:last-child .board')
  const usable = await painted(page, '.cards button:not([aria-disabled])')
  await page.getByRole('button', { name: 'Play: Amazons' }).click()
  await page.locator('.begin').click()
  const turn = await painted(page, '.buttons .grab')
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0].startTime,
  )
  return { paint, boards, usable, turn }
}

const named = {
  paint: 'the head of the page is painted',
  boards: 'the boards are',
  usable: 'a game can be begun',
  turn: 'it is, and a turn can be entered',
}

const columns = []
for (const { runs, connection } of lines) {
  const times = []
  for (let i = 0; i < runs; i++) {
    await withPage(async (opened) => times.push(await opening(opened)), connection)
  }
  columns.push(times)
}
console.log(`| median, ms | ${lines.map(({ name, runs }) => `${name}, of ${runs}`).join(' | ')} |`)
console.log(`|---|${lines.map(() => '---|').join('')}`)
for (const [key, what] of Object.entries(named)) {
  const cells = columns.map((times) => Math.round(median(times.map((time) => time[key]))))
  console.log(`| ${what} | ${cells.join(' | ')} |`)
}
