// What the browser keeps belongs to an account, in all tabs.
import { axe } from './axe.mjs'
import { begin, shelved } from './browser.mjs'
import { ask, expect, test } from './people.mjs'
import { puzzlesOf } from './puzzlesof.mjs'

const password = 'correct horse'

/** Signs up or in, as a page that is opened afterwards sees it. */
async function enter(page, path, name) {
  await ask(page, 'POST', path, { name, password })
  await page.reload()
  await expect(page.getByRole('link', { name: `Account: ${name}` })).toBeVisible()
}

async function signOut(page) {
  await page.goto('/#/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
}

/** What Home and Puzzles show of what is kept. */
async function expectKept(page, games, rating) {
  await page.goto('/#/')
  await expect(page.getByRole('heading', { name: 'Your games' })).toBeVisible()
  if (games === 0) {
    await expect(page.getByText('Your games will appear here.')).toBeVisible()
  }
  await expect(page.locator('.kept a')).toHaveCount(games)
  await page.goto('/#/puzzles/hermit')
  await expect(page.locator('dl > div').first()).toContainText(rating)
}

test('accounts in one browser see their own things only', async ({ person }) => {
  const page = await person('guest', { guest: true })
  const [ann, bob] = [`ann-${process.pid}`, `bob-${process.pid}`]

  // What a guest has made becomes Ann's when she says so.
  await begin(page, '', 'Hermit', { opponent: 'Same device' })
  const game = page.url()
  await page.goto('/#/puzzles/hermit')
  await page.getByRole('button', { name: 'Show the move' }).click()
  await expect(page.locator('.task')).toContainText('Your rating')
  await enter(page, '/account', ann)
  await expectKept(page, 0, 'none yet')
  await page.goto('/#/account')
  await expect(page.getByText('3 items were saved here without an account.')).toBeVisible()
  await axe(page, 'what was saved without an account')
  await page.getByRole('button', { name: 'Move to my account' }).click()
  await expect(page.getByText('without an account')).toBeHidden()
  await expectKept(page, 1, '±')

  // She leaves with her game open in another tab, which forgets it.
  const other = await page.context().newPage()
  await other.goto(game)
  await other.locator('.place .board').waitFor()
  await signOut(page)
  await expect(other.getByText('no longer saved in this browser')).toBeVisible()
  await expectKept(page, 0, 'none yet')

  await enter(page, '/account', bob)
  await expect(other.getByRole('link', { name: `Account: ${bob}` })).toBeVisible()
  await expectKept(page, 0, 'none yet')
  await expectKept(other, 0, 'none yet')
  await signOut(page)
  await enter(page, '/session', ann)
  await expectKept(page, 1, '±')
  await expectKept(other, 1, '±')
})

test('two tabs keep what both have done', async ({ person }) => {
  const page = await person('guest', { guest: true })
  const other = await page.context().newPage()
  const [first, second] = puzzlesOf('hermit')
  await page.goto(`/#/puzzles/hermit?id=${first.id}`)
  await other.goto(`/#/puzzles/hermit?id=${second.id}`)
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Show the move' }).click()
    await expect(tab.locator('.task')).toContainText('Your rating')
  }
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  for (const tab of [page, other]) {
    await tab.reload()
    await tab.getByText('All puzzles').click()
    await expect(tab.getByRole('button', { name: /, missed$/ })).toHaveCount(2)
  }
})

test('a game is kept after the browser has closed the database', async ({ person }) => {
  const page = await person('guest', { guest: true })
  await page.addInitScript(() => {
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...of) {
      window.database = this
      return transaction.apply(this, of)
    }
  })
  await begin(page, '', 'Hermit', { opponent: 'Same device' })
  await page.evaluate(() => window.database.close())
  await page.getByLabel('Type a move').fill('Ra1')
  await page.getByLabel('Type a move').press('Enter')
  await expect.poll(() => shelved(page)).toContain('Ra1')
  await page.reload()
  await expect(page.locator('.moves')).toContainText('Ra1')
})
