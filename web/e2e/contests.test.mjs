// Tournaments: created, joined, watched, and shown on a projector.
import { axe } from './axe.mjs'
import { ask, expect, test } from './people.mjs'

/** Slow enough that nobody has lost by not moving before the pages are looked at. */
const minutes = '10'

test('a tournament is made, joined, played and watched', async ({ person }) => {
  const [host, a] = [await person('H'), await person('A')]
  const guest = await person('G', { guest: true, viewport: { width: 380, height: 750 } })
  await host.goto('/#/watch')
  await host.getByRole('link', { name: 'Tournaments' }).first().click()
  await host.getByRole('button', { name: 'New tournament' }).click()
  const dialog = host.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Friday Cup')
  await dialog.getByRole('radio', { name: 'Round robin' }).check()
  await dialog.getByRole('radio', { name: 'Hermit' }).check()
  await dialog.getByLabel('Minutes per player').fill(minutes)
  await dialog.getByRole('radio', { name: 'Casual' }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  const link = await host.getByRole('textbox', { name: 'Link to this tournament' }).inputValue()
  await expect(host.getByRole('button', { name: 'Start now' })).toBeDisabled()

  for (const page of [a, guest]) {
    await page.goto(link)
    await page.getByRole('button', { name: 'Join' }).click()
    await expect(page.getByText('You’re in.')).toBeVisible()
  }
  await expect(host.getByText('2 players')).toBeVisible()
  await axe(guest)
  // Add a house bot and remove it again.
  const bot = host.getByRole('combobox', { name: 'Add a house bot' })
  const name = await bot.locator('option').first().textContent()
  await host.getByRole('button', { name: 'Add a house bot' }).click()
  await expect(host.getByText('3 players')).toBeVisible()
  await expect(bot.locator('option').first()).not.toHaveText(name)
  await host.getByRole('button', { name: `Remove ${name}` }).click()
  await host
    .getByRole('dialog')
    .getByRole('button', { name: `Remove ${name}` })
    .click()
  await expect(host.getByText('2 players')).toBeVisible()
  await host.getByRole('button', { name: 'Start now' }).click()
  for (const page of [a, guest]) {
    await page.waitForURL(/#\/game\//)
    await expect(page.getByRole('button', { name: 'Resign' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Abort' })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Go to tournament' })).toBeVisible()
  }
  await expect(host.getByText('Round 1 of 1').first()).toBeVisible()
  await expect(host.getByRole('link', { name: /playing/ })).toBeVisible()
  await axe(host)

  await host.getByRole('link', { name: 'Projector' }).click()
  const screen = host.getByRole('region', { name: 'Friday Cup' })
  await expect(screen.getByText(a.name).first()).toBeVisible()
  await guest.getByRole('button', { name: 'Resign' }).click()
  await guest.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await expect(screen.getByRole('status')).toHaveText(`${a.name} won`)
  await host.keyboard.press('Escape')
  await expect(host.getByRole('row', { name: new RegExp(`^1 ${a.name}.* 1 `) })).toBeVisible()
  await a.getByRole('link', { name: 'Go to tournament' }).click()
  await expect(a.getByRole('heading', { name: 'Friday Cup' })).toBeVisible()

  const id = link.split('/').at(-1)
  const table = await host.context().request.get(`/api/v1/contests/${id}/export`)
  expect(await table.text()).toContain(`1,${a.name},person,`)
  const cup = (await ask(host, 'GET', '/contests')).find((contest) => contest.id === id)
  expect(cup.first.name).toBe(a.name)
})

test('teams meet, and a captain orders the boards', async ({ person }) => {
  const [host, a, b] = [await person('H'), await person('A'), await person('B')]
  await host.goto('/#/contests')
  await host.getByRole('button', { name: 'New tournament' }).click()
  const dialog = host.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Club match')
  await dialog.getByRole('radio', { name: 'Team match' }).check()
  await dialog.getByLabel('Team names').fill('Red\nBlue')
  await dialog.getByLabel('Boards per team').fill('1')
  await dialog.getByRole('radio', { name: 'Hermit' }).check()
  await dialog.getByLabel('Minutes per player').fill(minutes)
  await dialog.getByRole('radio', { name: 'Casual' }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  const link = await host.getByRole('textbox', { name: 'Link to this tournament' }).inputValue()
  await host.getByRole('button', { name: 'Join Red' }).click()
  for (const [page, team] of [
    [a, 'Red'],
    [b, 'Blue'],
  ]) {
    await page.goto(link)
    await page.getByRole('button', { name: `Join ${team}` }).click()
    await expect(page.getByText('You’re in.')).toBeVisible()
  }
  await host.getByRole('button', { name: `Make ${a.name} captain` }).click()
  await a.getByRole('button', { name: `Move ${a.name} up one board` }).click()
  const first = host.getByRole('region', { name: 'Red' }).getByRole('listitem').first()
  await expect(first).toContainText(a.name)
  await axe(host)
  await host.getByRole('button', { name: 'Start now' }).click()
  await b.waitForURL(/#\/game\//)
  await b.getByRole('button', { name: 'Resign' }).click()
  await b.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await expect(host.getByText('Red won')).toBeVisible()
  await expect(host.getByRole('heading', { name: 'Red 1 – 0 Blue' })).toBeVisible()
  await axe(host)
})

test('the players of a side vote on its turn, and nobody else sees it', async ({ person }) => {
  const [host, a, b] = [await person('H'), await person('A'), await person('B')]
  const { id } = await ask(host, 'POST', '/contests', {
    kind: 'consultation',
    name: 'Consultation',
    game: 'hermit',
    variant: '3x3',
    clock: '10+3',
    players: 'people',
    teams: ['Red', 'Blue'],
    voting: 600,
  })
  await ask(host, 'POST', `/contests/${id}/join?team=1`)
  await ask(a, 'POST', `/contests/${id}/join?team=1`)
  await ask(b, 'POST', `/contests/${id}/join?team=2`)
  await host.goto(`/#/contest/${id}`)
  await host.getByRole('button', { name: 'Start now' }).click()
  await host.getByRole('link', { name: 'Go to your game' }).click()
  const { you } = await ask(b, 'GET', `/contests/${id}`)
  for (const page of [a, b]) {
    await page.goto(`/#/game/${you.game}`)
  }
  const votes = (page) => page.getByRole('region', { name: 'Your side’s vote' })
  await expect(votes(b)).toContainText('when it is to move')
  await host.getByRole('textbox', { name: 'Type a move' }).fill('Ra1')
  await host.keyboard.press('Enter')
  await expect(votes(host).getByRole('listitem')).toContainText('Your vote')
  await expect(votes(a).getByRole('listitem')).toContainText('1 vote')
  await expect(votes(b)).not.toContainText('Ra1')
  await votes(a).getByRole('button', { name: 'Ra1', exact: true }).click()
  await axe(a)
  await votes(a).getByRole('button', { name: 'Vote for Ra1' }).click()
  await expect(b.getByRole('button', { name: 'Ra1' })).toBeVisible()
  await expect(votes(b)).toContainText('0:')
  await expect(votes(a)).toContainText('when it is to move')
})
