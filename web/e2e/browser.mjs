// Helpers for the browser tests: error checks, and playing games.
import { test as base } from '@playwright/test'

export { expect } from '@playwright/test'

/** Fails a test on any uncaught error or any error in the browser's console. */
export const test = base.extend({
  faults: [
    async ({ page }, use) => {
      const faults = []
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => {
        const text = message.text()
        if (message.type() === 'error' && !/net::ERR_|Failed to load resource/.test(text)) {
          faults.push(text)
        }
      })
      await use(faults)
      if (faults.length > 0) {
        throw new Error(`the page reports: ${faults.join('; ')}`)
      }
    },
    { auto: true },
  ],
  /** The address of the page. */
  address: ({ baseURL }, use) => use(baseURL),
})

/** What is on the page's shelves, as JSON. A reload loses what is only about to be stored. */
export const shelved = (page) =>
  page.evaluate(async () => {
    const result = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const found = []
    for (const { name } of await indexedDB.databases()) {
      const db = await result(indexedDB.open(name))
      for (const store of db.objectStoreNames) {
        found.push(await result(db.transaction(store).objectStore(store).getAll()))
      }
      db.close()
    }
    return JSON.stringify(found)
  })

/** Starts a game against level 1, or as the options say. */
export async function begin(
  page,
  address,
  game,
  { variant, opponent = 'Computer', level = 1, side = 0, clock, start } = {},
) {
  await page.goto(`${address}/#/`)
  await page.getByRole('button', { name: `Play: ${game}` }).click()
  if (variant) {
    await page.locator('dialog select').first().selectOption(variant)
  }
  if (clock) {
    await page.locator('dialog select').nth(1).selectOption(clock)
  }
  await page.getByRole('radio', { name: opponent, exact: true }).check()
  if (opponent !== 'Same device') {
    await page.getByRole('slider').fill(String(level))
  }
  if (opponent === 'Computer') {
    await page.locator('dialog fieldset').last().getByRole('radio').nth(side).check()
  }
  if (start) {
    await page.locator('dialog summary').click()
    await page.locator('dialog details input').fill(start)
  }
  await page.locator('.begin').click()
  await page.locator('.place .board').waitFor()
}

/** Waits until it is a person's turn or the game is over, and returns which. */
export async function ready(page) {
  const handle = await page.waitForFunction(() => {
    const status = document.querySelector('[role=status]')?.textContent ?? ''
    if (/\b(wins?|lose|resigned|ran out)\b/.test(status)) {
      return 'over'
    }
    return document.querySelector('.buttons .grab, .buttons [aria-label$="available"]')
      ? 'open'
      : false
  })
  return handle.jsonValue()
}

/** The squares that can be tapped next. */
export const options = (page) =>
  page.$$eval('.buttons button', (buttons) => {
    const next = buttons.filter((b) => /available/.test(b.ariaLabel))
    const first = buttons.filter((b) => b.classList.contains('grab'))
    return (next.length > 0 ? next : first).map((b) => b.dataset.square)
  })

/** How many moves the list has. */
export const count = (page) => page.locator('.moves [data-at]').count()

/**
 * Waits for the squares of the next step, which differ from the last one's; none if the turn is
 * complete. Only the start of a turn offers pieces: at its end they can also be offered for a moment.
 */
export async function nextOptions(page, last, moves) {
  const handle = await page.waitForFunction(
    ([last, moves]) => {
      if (document.querySelectorAll('.moves [data-at]').length > moves) {
        return []
      }
      const buttons = [...document.querySelectorAll('.buttons button')]
      const next = buttons.filter((b) => /available/.test(b.ariaLabel))
      const first = last.length > 0 ? [] : buttons.filter((b) => b.classList.contains('grab'))
      const squares = (next.length > 0 ? next : first).map((b) => b.dataset.square)
      return squares.length > 0 && String(squares) !== String(last) && squares
    },
    [last, moves],
  )
  return handle.jsonValue()
}

/** Makes a turn with the wanted squares, or with arbitrary ones. */
export async function makeTurn(page, tap, seed, wanted = []) {
  const moves = await count(page)
  const taken = []
  try {
    let squares = await nextOptions(page, [], moves)
    for (let step = 0; squares.length > 0; step++) {
      taken.push(wanted[step] ?? squares[(7 * seed + 3 * step) % squares.length])
      await tap(page, taken.at(-1))
      squares = await nextOptions(page, squares, moves)
    }
  } catch (reason) {
    const text = await page.locator('[role=status]').first().innerText()
    throw new Error(`after ${moves} moves and taps on ${taken.join(', ')}: ${text}`, {
      cause: reason,
    })
  }
}

/** Plays to the end by tapping arbitrary squares. */
export async function playToEnd(page, tap, { limit = 200 } = {}) {
  for (let turn = 0; turn < limit; turn++) {
    if ((await ready(page)) === 'over') {
      return await page.locator('[role=status]').innerText()
    }
    await makeTurn(page, tap, turn)
  }
  throw new Error(`not over after ${limit} turns`)
}
