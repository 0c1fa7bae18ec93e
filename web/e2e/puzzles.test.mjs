// Puzzles: solved and missed, refuted, the puzzle of the day, and stored results.
import { axe } from './axe.mjs'
import { count, expect, nextOptions, test } from './browser.mjs'
import { puzzlesOf } from './puzzlesof.mjs'
import { byMouse } from './taps.mjs'

const type = async (page, move) => {
  const box = page.getByLabel('Type a move')
  await box.fill(move)
  await box.press('Enter')
}

test('a wrong try is refuted, and the right one counts once', async ({ page, address }) => {
  const puzzle = puzzlesOf('amazons').find((p) => p.line.length === 1)
  await page.goto(`${address}/#/puzzles/amazons?id=${puzzle.id}`)
  const status = page.locator('.task')
  await expect(status).toContainText('find the only winning move')
  // Make a wrong turn.
  const own = page.locator('.buttons .grab')
  await own.first().waitFor()
  const [from] = puzzle.line[0].split('-')
  const moves = await count(page)
  let squares = await own.evaluateAll((all) => all.map((b) => b.dataset.square))
  await byMouse(
    page,
    squares.find((square) => square !== from),
  )
  for (const step of ['to', 'arrow']) {
    await test.step(step, async () => {
      squares = await nextOptions(page, squares, moves)
      await byMouse(page, squares[0])
    })
  }
  await expect(status).toContainText('loses')
  await expect(status).toContainText(/wins by force|ends the game/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await type(page, puzzle.line[0])
  await expect(status).toContainText('Right, that wins!')
  await page.reload()
  await page.getByText('All puzzles').click()
  await page.getByRole('button', { name: /, missed$/ }).waitFor()
  await axe(page, 'all puzzles')
})

test('the address names the puzzle, also when it changes', async ({ page, address }) => {
  for (const { id, line } of puzzlesOf('hermit').slice(3, 5)) {
    await page.goto(`${address}/#/puzzles/hermit?id=${id}`)
    await expect(page.locator('.task')).toContainText('find the only winning move')
    await page.getByRole('button', { name: 'Show the move' }).click()
    await expect(page.locator('.task')).toContainText(`The move was ${line[0]}`)
  }
})

test('a puzzle continues as long as only one move wins, and the rating rises', async ({
  page,
  address,
}) => {
  const puzzle = puzzlesOf('hermit').find((p) => p.line.length === 3)
  await page.goto(`${address}/#/puzzles/hermit?id=${puzzle.id}`)
  const status = page.locator('.task')
  await expect(status).toContainText('turn 1 of 2')
  await type(page, puzzle.line[0])
  await expect(status).toContainText('turn 2 of 2')
  await type(page, puzzle.line[2])
  await expect(status).toContainText('Right, that wins!')
  await expect(status).toContainText('Your rating')
  await expect(page.locator('dl')).toContainText(`of ${puzzlesOf('hermit').length}`)
  await page.getByRole('button', { name: 'Next puzzle' }).click()
  await expect(status).toContainText('find the only winning move')
  await page.getByRole('link', { name: 'Santorini' }).click()
  await expect(page.locator('dl')).toContainText('none yet')
  await page.getByLabel('Theme').selectOption({ index: 1 })
  await expect(status).toContainText('find the only winning move')
  await page.getByRole('button', { name: 'Show the move' }).click()
  await expect(status).toContainText('The move was')
})

test('the puzzle of the day is the same for everybody', async ({ page, address }) => {
  const puzzles = puzzlesOf('santorini').sort((a, b) => (a.id < b.id ? -1 : 1))
  await page.clock.setFixedTime(new Date('2026-11-22T12:00:00Z'))
  const puzzle = puzzles[Math.floor(Date.parse('2026-11-22') / 86_400_000) % puzzles.length]
  await page.goto(`${address}/#/puzzles/santorini`)
  await page.getByRole('link', { name: 'Puzzle of the day' }).click()
  await page.waitForURL(/\?id=daily$/)
  // The puzzle shown before could be typed into until then.
  const task = page.locator('.task')
  await expect(task).toContainText(`${puzzle.grade} · one of ${puzzle.moves} moves`)
  for (let turn = 0; turn < puzzle.line.length; turn += 2) {
    await expect(page.getByLabel('Type a move')).toBeEditable()
    await type(page, puzzle.line[turn])
    if (turn + 2 < puzzle.line.length) {
      await expect(task).toContainText(`turn ${turn / 2 + 2} of`)
    }
  }
  await expect(page.getByText('Solved today')).toBeVisible()
  await expect(page.getByText('1 day in a row')).toBeVisible()
})

test('with an account the server judges the attempt', async ({ page, address }) => {
  const [puzzle, other] = puzzlesOf('hermit').filter((p) => p.line.length === 1)
  const rating = { rating: 1100, deviation: 90, volatility: 0.06 }
  const asked = []
  const answers = {
    account: { player: { id: 'a', name: 'Ann', kind: 'person' }, ratings: [] },
    'puzzles/hermit': {
      puzzles: { [puzzle.id]: { rating: 1500, tries: 4, solved: 1 } },
      mine: { rating, at: 1, tried: { [other.id]: true } },
    },
    [`puzzle/${puzzle.id}/attempt`]: {
      solved: true,
      rated: true,
      rating: { ...rating, rating: 1140 },
      at: 2,
      puzzle: { rating: 1450, tries: 5, solved: 2 },
    },
  }
  await page.routeWebSocket('**/api/v1/**', () => {})
  await page.route('**/api/v1/**', (route) => {
    const path = new URL(route.request().url()).pathname.replace('/api/v1/', '')
    if (route.request().method() === 'POST') {
      asked.push(route.request().postDataJSON())
    }
    return answers[path] ? route.fulfill({ json: answers[path] }) : route.fulfill({ status: 404 })
  })
  await page.goto(`${address}/#/puzzles/hermit?id=${puzzle.id}`)
  const status = page.locator('.task')
  await expect(status).toContainText('Very hard · 1500')
  await expect(page.locator('dl')).toContainText('1100')
  await type(page, puzzle.line[0])
  await expect(status).toContainText('Your rating: 1140 (+40)')
  await expect(status).toContainText('2 of 5 people solved it on the first try')
  expect(asked).toEqual([{ turns: [puzzle.line[0]] }])
  await page.getByText('All puzzles').click()
  await expect(page.getByRole('button', { name: /, solved$/ })).toHaveCount(2)
})
