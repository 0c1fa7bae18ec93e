// Plays games between browsers over a bad network: connections break, each message takes up to two
// seconds, and the server is killed now and then. Afterward it holds against each other what the
// server has stored, what was played, and what the two pages show, and it fails on any difference.
//
//   node e2e/measure-network.mjs [GAMES]
import { chromium } from '@playwright/test'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { launchOptions } from '../playwright.config.js'
import { ask, due, enter, meet, move, status } from './people.mjs'
import { Server } from './server.mjs'

const games = Number(process.argv[2] ?? 50)
/** How many games are played at a time. */
const tables = 5
/** In ms: the longest way of a message, the longest life of a connection, and of the server. */
const [latency, life, uptime] = [2000, 20_000, 60_000]

const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
const server = new Server()
await server.start()
const browser = await chromium.launch(launchOptions)
let breaks = 0

/** A connection to the server, as bad as those numbers for as long as isBad says so. */
class Network {
  isBad = false
  #server = createServer((near) => void this.#join(near))

  async open() {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.address = `http://localhost:${this.#server.address().port}`
  }

  close() {
    this.#server.close()
  }

  #join(near) {
    const far = connect(Number(new URL(server.address).port), '127.0.0.1')
    const end = () => [near, far].forEach((side) => side.destroy())
    const timer = setTimeout(() => {
      if (this.isBad) {
        breaks++
        end()
      }
    }, Math.random() * life)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      let before = Promise.resolve()
      from.on('data', (data) => {
        const late = this.isBad ? sleep(Math.random() * latency) : undefined
        before = Promise.all([before, late]).then(() => to.write(data))
      })
      from.on('close', () => {
        clearTimeout(timer)
        end()
      })
      from.on('error', end)
    }
  }
}

async function person(name, baseURL) {
  const page = await enter(browser, name, { baseURL, reducedMotion: 'reduce' })
  page.told = new Set()
  page.on('pageerror', (error) => page.told.add(error.message))
  return page
}

/** What a page may say about its connection, all of it true here. */
const allowed = /^(Connection lost. Reconnecting…|You’re offline.)?$/

/** Notes what the pages tell while a game is played. */
async function listen(pages, isOver) {
  while (!isOver()) {
    for (const page of pages) {
      for (const text of await page.locator('[role=alert]').allInnerTexts()) {
        page.told.add(text.trim())
      }
    }
    await sleep(200)
  }
}

const shown = (page) =>
  page.locator('.moves [data-at]').evaluateAll((all) => all.map((one) => one.textContent.trim()))

/** Plays a game and returns what is wrong with it. */
async function play(pages, network) {
  const id = await meet(pages, { game: 'hermit', variant: '4x4', clock: '15+10', rated: true })
  let [turns, isOver] = [0, false]
  const listening = listen(pages, () => isOver)
  network.isBad = true
  for (let page = await due(pages); page; page = await due(pages)) {
    await move(page)
    turns++
  }
  const ends = await Promise.all(pages.map((page) => status(page).innerText()))
  network.isBad = false
  isOver = true
  await listening
  const { events } = await ask(pages[0], 'GET', `/game/${id}`)
  const kept = events.filter(({ event }) => event === 'turn').map(({ turn }) => turn)
  const lists = await Promise.all(pages.map(shown))
  const wrong = pages.flatMap(({ told }) => [...told].filter((text) => !allowed.test(text)))
  if (kept.length !== turns || lists.some((list) => list.join() !== kept.join())) {
    wrong.push(`${turns} turns played, stored ${kept}, shown ${lists.join(' and ')}`)
  }
  if (!ends.some((end) => /^You win!/.test(end)) || !ends.some((end) => /you lose/.test(end))) {
    wrong.push(`it ended with ${ends.join(' and ')}`)
  }
  pages.forEach(({ told }) => told.clear())
  return wrong
}

let [begun, faults, isOver] = [0, 0, false]

/** Plays games at one table, until there are enough. */
async function sit(table) {
  const network = new Network()
  await network.open()
  const pages = [await person(`One${table}`, network.address)]
  pages.push(await person(`Two${table}`, network.address))
  for (let game = ++begun; game <= games; game = ++begun) {
    const wrong = await play([...pages], network).catch((error) => [error.message])
    network.isBad = false
    faults += wrong.length
    console.log(`game ${game}: ${wrong.join('; ') || 'as it should be'}`)
  }
  await Promise.all(pages.map((page) => page.context().close()))
  network.close()
}

/** Kills the server now and then. */
async function murder() {
  for (let kills = 0; ; kills++) {
    for (const end = Date.now() + (0.5 + Math.random()) * uptime; Date.now() < end;) {
      await sleep(100)
      if (isOver) {
        return kills
      }
    }
    await server.kill()
    await server.start()
  }
}

try {
  const killing = murder()
  await Promise.all(Array.from({ length: tables }, (_, table) => sit(table)))
  isOver = true
  const kills = await killing
  console.log(`${games} games, ${breaks} breaks, server killed ${kills} times: ${faults} faults`)
  process.exitCode = faults === 0 ? 0 : 1
} finally {
  await browser.close()
  await server.close()
}
