// Helpers for tests of online play: a server, people with their own browsers, and games between
// them.
import { test as base } from '@playwright/test'
import { makeTurn, options } from './browser.mjs'
import { Server } from './server.mjs'
import { byMouse } from './taps.mjs'

export { expect } from '@playwright/test'

/** Makes names unique over all tests of a run. */
let people = 0

/** Opens a page in a context of its own, with a new account if a name is given. */
export async function enter(browser, name, options) {
  const context = await browser.newContext({ locale: 'en-US', ...options })
  const page = await context.newPage()
  page.name = name
  if (name) {
    const data = { name, password: 'correct horse' }
    const answer = await context.request.post('/api/v1/account', { data })
    if (!answer.ok()) {
      throw new Error(`${name}: ${await answer.text()}`)
    }
  }
  return page
}

export const test = base.extend({
  /** The server, started once for all tests that do not kill it. */
  server: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = new Server()
      await server.start()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  /** Creates a person with a browser; a test fails on any uncaught error in a page. */
  person: async ({ browser, server }, use) => {
    const faults = []
    const pages = []
    await use(async (name, { guest = false, at = server, ...more } = {}) => {
      const page = await enter(browser, guest ? '' : `${name}-${++people}`, {
        baseURL: at.address,
        reducedMotion: 'reduce', // up to four browsers draw at the same time
        ...more,
      })
      pages.push(page)
      page.on('pageerror', (error) => faults.push(`${name}: ${error.message}`))
      return page
    })
    await Promise.all(pages.map((page) => page.context().close()))
    if (faults.length > 0) {
      throw new Error(`pages report: ${faults.join('; ')}`)
    }
  },
})

/** The API's answer to someone; throws on a problem. */
export async function ask(page, method, path, data) {
  const answer = await page.context().request.fetch(`/api/v1${path}`, { method, data })
  if (!answer.ok()) {
    throw new Error(`${method} ${path}: ${await answer.text()}`)
  }
  return answer.status() === 204 ? undefined : answer.json()
}

/**
 * Starts a game, opens it for everyone, and sorts them by seat. Each needs an open page first: the
 * first turn is limited to a minute, or to half of one in a fast game, and a busy machine is slow
 * to open one.
 */
export async function meet(pages, terms) {
  await Promise.all(pages.map((page) => page.goto('/#/learn')))
  const offer = { variant: '', clock: '30+20', rated: false, seat: 1, ...terms }
  const { challenge } = await ask(pages[0], 'POST', '/challenges', offer)
  let made
  for (const page of pages.slice(1)) {
    made = await ask(page, 'POST', `/challenges/${challenge.id}/accept`)
  }
  for (const page of pages) {
    page.seat = (await ask(page, 'GET', `/game/${made.game}`)).you
  }
  pages.sort((a, b) => a.seat - b.seat)
  await Promise.all(pages.map((page) => look(page, made.game)))
  return made.game
}

/** Opens a game. */
export async function look(page, game) {
  await page.goto(`/#/game/${game}`)
  await page.locator('.place .board').waitFor()
}

export const status = (page) => page.locator('.side .status strong')

/** Waits until it is someone's turn and returns them, or undefined once the game is over for all. */
export async function due(pages) {
  for (let i = 0; i < 2000; i++) {
    const texts = await Promise.all(pages.map((page) => status(page).innerText()))
    const turn = texts.indexOf('Your turn')
    if (turn >= 0 && (await options(pages[turn])).length > 0) {
      return pages[turn]
    }
    if (texts.every((text) => /\b(wins?|lose|resigned|ran out)\b/.test(text))) {
      return undefined
    }
    await pages[0].waitForTimeout(30)
  }
  throw new Error('nobody is to move')
}

/** Makes someone's turn with the given squares, or with arbitrary ones. */
export const move = (page, tap = byMouse, seed = 0, wanted = undefined) =>
  makeTurn(page, tap, seed, wanted)

/** Resigns for someone, after the last turn has come back from the server: it could be overtaken. */
export async function resign(pages, page, game) {
  await due(pages)
  await ask(page, 'POST', `/game/${game}/resign`)
}

/** Plays to the end; taps are the ways in which each person taps the squares of a script. */
export async function playOut(pages, taps, script = [], limit = 80) {
  for (let turn = 0; turn < limit; turn++) {
    const page = await due(pages)
    if (!page) {
      return
    }
    await move(page, taps[pages.indexOf(page)], turn, script[turn]?.split(' '))
  }
  throw new Error(`not over after ${limit} turns`)
}
