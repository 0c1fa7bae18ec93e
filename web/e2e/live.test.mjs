// Online games between people, each in their own browser.
import { ask, due, expect, look, meet, move, playOut, status, test } from './people.mjs'
import { byKeyboard, byMouse, byTouch } from './taps.mjs'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
/** Both players build the tower that the first one climbs. */
const climb = [
  'a1 e1',
  'd5 e5',
  'a1 a2 b2',
  'd5 d4 c3',
  'a2 b2 c3',
  'd4 d5 c4',
  'b2 c3 c4',
  'd5 d4 c4',
  'c3 c4',
]
const rated = [
  ['amazons', '6x6', [byMouse, byKeyboard]],
  ['santorini', '2p', [byTouch, byMouse], climb],
  ['hermit', '3x3', [byKeyboard, byTouch]],
]

for (const [game, variant, taps, script] of rated) {
  test(`a rated game of ${game} to the end, watched by a third`, async ({ person }) => {
    const pages = await Promise.all(
      taps.map((tap, i) => person('AB'[i], tap === byTouch ? phone : {})),
    )
    const [a, b] = pages
    const third = await person('C', { guest: true })
    await third.goto('/#/learn')
    const id = await meet(pages, { game, variant, rated: true })
    await look(third, id)
    await expect(a.getByText('1 spectator')).toBeVisible()
    await playOut(pages, taps, script)
    const texts = await Promise.all(pages.map((page) => status(page).innerText()))
    expect(texts.filter((text) => /^You win/.test(text))).toHaveLength(1)
    await expect(status(third)).toContainText(/wins/)
    for (const page of [a, b, third]) {
      await expect(page.locator('.gain')).toHaveCount(2)
    }
    await expect(third.locator('.gain.loss')).toHaveCount(1)
    await expect(third.getByRole('link', { name: 'Analyze' })).toHaveAttribute('href', /moves=/)
  })
}

test('a game is resigned, and played again the other way round', async ({ person }) => {
  const pages = [await person('A'), await person('B')]
  const [a, b] = pages
  const id = await meet(pages, { game: 'hermit', variant: '4x4' })
  await expect(a.getByRole('button', { name: 'Abort' })).toBeVisible()
  for (let turn = 0; turn < 2; turn++) {
    await move(await due(pages))
  }
  await a.getByText('Quick chat').click()
  await a.getByRole('button', { name: 'Good luck!' }).click()
  await expect(b.locator('.bubble')).toHaveText('Good luck!')
  await a.getByRole('button', { name: 'Resign' }).click()
  await a.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await expect(status(a)).toHaveText('You resigned.')
  await expect(status(b)).toHaveText('You win! Your opponent resigned.')
  await b.getByRole('button', { name: 'Rematch' }).click()
  await a.getByRole('button', { name: 'Accept' }).click()
  for (const page of pages) {
    await page.waitForURL((url) => url.href.includes('#/game/') && !url.href.includes(id))
    await page.locator('.place .board').waitFor()
  }
  await expect(await due(pages)).toBe(b)
})

test('a turn is taken back only when the opponent agrees', async ({ person }) => {
  const pages = [await person('A'), await person('B')]
  const [a, b] = pages
  await meet(pages, { game: 'hermit', variant: '4x4' })
  for (let turn = 0; turn < 2; turn++) {
    await move(await due(pages))
  }
  await b.getByRole('button', { name: 'Request takeback' }).click()
  await a.getByRole('button', { name: 'Decline' }).click()
  await expect(b.getByText('You requested a takeback.')).toBeHidden()
  await move(await due(pages))
  await b.getByRole('button', { name: 'Request takeback' }).click()
  await a.getByRole('button', { name: 'Accept' }).click()
  await expect(a.locator('.moves [data-at]')).toHaveCount(1)
  expect(await due(pages)).toBe(b)
})

test('a flag falls', async ({ person }) => {
  const pages = [await person('A'), await person('B')]
  // Little time, but a slow game, in which the first turn is limited to a minute.
  const clock = '0.25+12'
  await meet(pages, { game: 'hermit', variant: '5x5', clock, rated: true })
  const [a, b] = pages
  // Asked in the page itself, which shows it for ten seconds only.
  const tenths = a.waitForFunction(
    () => /^0:0\d\.\d$/.test(document.querySelector('.active .clock')?.textContent),
    undefined,
    { timeout: 120_000 },
  )
  for (let turn = 0; turn < 2; turn++) {
    await move(await due(pages))
  }
  await tenths
  await expect(status(a)).toHaveText('You ran out of time.')
  await expect(status(b)).toHaveText('You win! Your opponent ran out of time.')
})

test('a turn that is prepared is played when it is due', async ({ person }) => {
  const pages = [await person('A'), await person('B')]
  const [a, b] = pages
  await meet(pages, { game: 'hermit', variant: '5x5' })
  await expect(b.getByText('You can premove.')).toBeVisible()
  await byMouse(b, 'a1')
  await expect(b.getByText(/^Premove: Ra1/)).toBeVisible()
  expect(await due(pages)).toBe(a)
  await byMouse(a, 'e5')
  await expect(a.locator('.moves [data-at]')).toHaveCount(2)
  await expect(b.getByText('You can premove.')).toBeVisible()
  await byMouse(b, 'c3')
  await expect(b.getByText(/^Premove: /)).toBeVisible()
  await b.keyboard.press('Escape')
  await expect(b.getByText(/^Premove: /)).toBeHidden()
})

test('3 play Santorini, and one resigns', async ({ person }) => {
  const pages = await Promise.all(['A', 'B', 'C'].map((name) => person(name)))
  await meet(pages, { game: 'santorini', variant: '3p' })
  for (let turn = 0; turn < 3; turn++) {
    await move(await due(pages), byMouse, turn)
  }
  const [first, ...others] = pages
  expect(await due(pages)).toBe(first)
  await first.getByRole('button', { name: 'Resign' }).click()
  await first.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await expect(others[0].getByText('resigned', { exact: true })).toBeVisible()
  expect(await due(others)).toBe(others[0])
  await move(others[0], byMouse, 1)
  expect(await due(others)).toBe(others[1])
  await expect(others[1].locator('.moves [data-at]')).toHaveCount(4)
})

test('4 play Santorini, and one leaves', async ({ person }) => {
  const pages = await Promise.all(['A', 'B', 'C', 'D'].map((name) => person(name)))
  const clock = '0.5+12' // as above
  const id = await meet(pages, { game: 'santorini', variant: '4p', clock })
  for (const places of ['a1 a2', 'c3 d3', 'd5 e5', 'd1 e1']) {
    await move(await due(pages), byMouse, 0, places.split(' '))
  }
  const [first, ...others] = pages
  await first.goto('about:blank')
  await expect(others[0].locator('.dot:not(.here)')).toHaveCount(1)
  // The others have as little time, and a busy page may be late: the server itself says when it
  // is over for the first one, and gets the next turn.
  const turn = async () => (await ask(others[0], 'GET', `/game/${id}`)).view.turn
  await expect.poll(turn, { timeout: 120_000 }).toBe(2)
  await ask(others[0], 'POST', `/game/${id}/turn`, { turn: 'c3-c2(b2)', ply: 5 })
  const seat = others[0].locator('.seat', { hasText: first.name })
  await expect(seat.getByText('out of time', { exact: true })).toBeVisible()
  await expect(others[1].locator('.moves [data-at]')).toHaveCount(5)
})
