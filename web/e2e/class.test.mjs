// A class from its invitation to its deletion, and the exercise pages.
import { axeInBoth } from './axe.mjs'
import { ask, expect, test } from './people.mjs'

const shots = process.env.SHOTS
/** Saves a screenshot, if SHOTS is set. */
const shot = (page, name) =>
  shots ? page.screenshot({ path: `${shots}/${name}.png`, fullPage: true }) : undefined

test('a class, from invitation to closing', async ({ person }) => {
  const teacher = await person('T')
  const zoe = await person('Z', { guest: true, viewport: { width: 390, height: 800 } })
  const jan = await person('J', { guest: true, locale: 'nl-BE' })
  await teacher.goto('/#/account')
  await teacher.getByRole('link', { name: 'Classes' }).click()
  await teacher.getByRole('textbox', { name: 'Class name' }).fill('Group B')
  await teacher.getByRole('button', { name: 'Create class' }).click()
  const link = await teacher.getByRole('textbox', { name: 'Class link' }).inputValue()

  await zoe.goto(link)
  await zoe.getByRole('textbox', { name: 'Your name' }).fill('Zoë')
  await shot(zoe, 'join-phone')
  await axeInBoth(zoe, 'join')
  await zoe.getByRole('button', { name: 'Join class' }).click()
  const own = await zoe.getByRole('textbox', { name: 'Your personal link' }).inputValue()
  await zoe.getByRole('link', { name: 'Go to class' }).click()
  await jan.goto(link)
  await jan.getByRole('textbox', { name: /Your name|Je naam/ }).fill('Jan')
  await jan.getByRole('button', { name: /Join class|Meedoen/ }).click()
  await jan.getByRole('link', { name: /Go to class|Naar de klas/ }).click()

  // They play each other.
  await zoe.getByRole('button', { name: 'Challenge Jan' }).click()
  const dialog = zoe.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Hermit' }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await jan.getByRole('link', { name: /^Open/ }).click()
  await jan.getByRole('button', { name: /Accept and play|Aannemen/ }).click()
  await Promise.all([zoe.waitForURL(/#\/game\//), jan.waitForURL(/#\/game\//)])
  const id = zoe.url().split('/').at(-1)
  const { me } = { me: (await ask(zoe, 'GET', '/account')).player.id }
  const full = await ask(teacher, 'GET', `/game/${id}`)
  const first = full.view?.setup?.players?.[0] ?? full.setup?.players?.[0]
  const order = first.id === me ? [zoe, jan] : [jan, zoe]
  await ask(order[0], 'POST', `/game/${id}/turn`, { turn: 'Ra1', ply: 1 })
  await ask(order[1], 'POST', `/game/${id}/turn`, { turn: 'Yc1', ply: 2 })
  await ask(zoe, 'POST', `/game/${id}/resign`)
  const stranger = await person('S')
  await stranger.goto(`/#/game/${id}`)
  await expect(stranger.getByRole('alert')).toBeVisible()

  // Her program loses a game over the API, and she sees it.
  await zoe.goto(`/#/class/${(await ask(zoe, 'GET', '/classes'))[0].id}`)
  await zoe.getByRole('button', { name: 'Get token' }).click()
  const token = await zoe.getByRole('textbox', { name: 'Your program’s token' }).inputValue()
  expect(token).toMatch(/^thera_/)
  await expect(zoe.getByRole('heading', { name: 'Zoë’s program' })).toBeVisible()
  const program = await zoe.context().request
  const made = await program.post('/api/v1/challenges', {
    headers: { Authorization: `Bearer ${token}` },
    data: { to: 'Jan', game: 'hermit', variant: '3x3', clock: '5+3', rated: false, seat: 1 },
  })
  const { challenge } = await made.json()
  const begun = (await ask(jan, 'POST', `/challenges/${challenge.id}/accept`)).game
  const asProgram = (path, data) =>
    program.post(`/api/v1/game/${begun}/${path}`, {
      headers: { Authorization: `Bearer ${token}` },
      data,
    })
  await asProgram('turn', { turn: 'Ra1', ply: 1 })
  await ask(jan, 'POST', `/game/${begun}/turn`, { turn: 'Yc1', ply: 2 })
  await asProgram('resign')
  await zoe.reload()
  await zoe.getByRole('button', { name: 'What went wrong?' }).click()
  await expect(zoe.getByText(/Best was|No move was much worse/)).toBeVisible()
  await axeInBoth(zoe, 'the class of a pupil')
  await shot(zoe, 'pupil-phone')

  // She comes back in another browser.
  const again = await person('A', { guest: true })
  await again.goto(own)
  await expect(again.getByRole('heading', { name: 'Group B' })).toBeVisible()

  // The teacher sees everything, exports it, and deletes the class.
  await teacher.reload()
  await expect(teacher.getByRole('row', { name: /^Jan/ })).toContainText('2')
  await expect(teacher.getByRole('row', { name: /^Zoë’s program/ })).toContainText('1')
  await axeInBoth(teacher, 'the class of a teacher')
  await shot(teacher, 'teacher')
  const [download] = await Promise.all([
    teacher.waitForEvent('download'),
    teacher.getByRole('link', { name: 'Table (CSV)' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Group B \d{4}-\d\d-\d\d\.csv$/)
  await teacher.getByRole('textbox', { name: /Type “Group B”/ }).fill('Group B')
  await teacher.getByRole('button', { name: 'Delete class' }).click()
  await expect(teacher.getByText('You don’t have any classes yet.')).toBeVisible()
  expect((await ask(zoe, 'GET', '/account')).player).toBeNull()
})

test('the exercises answer as their right solutions do', async ({ person }) => {
  const page = await person('E', { guest: true })
  await page.goto('/#/exercises')
  await expect(page.getByRole('listitem').filter({ hasText: /Amazones/ })).toBeVisible()
  await axeInBoth(page, 'exercises')
  await page.goto('/#/exercises/hermit')
  const log = page.locator('pre')
  await expect(log).toContainText('. . . .')
  const line = page.getByRole('textbox', { name: 'Type a line' })
  await line.fill("print(board.move('R', (0, 0), 'H'))")
  await line.press('Enter')
  await expect(log).toContainText('R R . .')
  await expect(page.getByRole('img', { name: /The board: R R/ })).toBeVisible()
  await line.fill('board.fly()')
  await line.press('Enter')
  await expect(log).toContainText('not understood')
  await axeInBoth(page, 'an exercise')
  await shot(page, 'hermit')
  await page.goto('/#/exercises/text')
  await expect(log).toContainText('> d1-d7(g7)')
  await page.getByRole('button', { name: 'Next: dump' }).click()
  await expect(log).toContainText('B - - W - - S - - B')
  await line.fill('auto black')
  await line.press('Enter')
  await expect(log).toContainText(/\* [a-j]\d+-[a-j]\d+\([a-j]\d+\)/)
  await shot(page, 'text')
  const ends = {
    amazons: /board\.arrows\s+{\(2, 8\), \(2, 7\)}\s+>>> board\.winner\(\)\s+0\s*$/,
    amazones: /spelbord\.pijlen\s+\[ \[ 2, 8 \] \]\s+> spelbord\.winnaar\(\)\s+0\s*$/,
    santorini: /invalid move\s+>>> board\.winning_worker\(\)\s*$/,
  }
  for (const [name, end] of Object.entries(ends)) {
    await page.goto('about:blank') // so that steps of the previous page are not counted
    await page.goto(`/#/exercises/${name}`)
    const next = page.locator('.next')
    await next.waitFor()
    while (await next.isVisible()) {
      await next.click()
    }
    await expect(log).toHaveText(end)
    await expect(log).not.toContainText('not understood')
    await expect(page.getByRole('img', { name: /The board/ })).toBeVisible()
    await shot(page, name)
  }
})
