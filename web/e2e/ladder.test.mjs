// The program ladder, and descriptions of house bots.
import { axe } from './axe.mjs'
import { expect, test } from './people.mjs'

test('the ladder says how things stand, and how a program joins', async ({ person }) => {
  const a = await person('A')
  await a.goto('/#/leaders/hermit-fast')
  await a.getByRole('link', { name: 'Program ladder' }).first().click()
  await expect(a.getByRole('heading', { name: 'Program ladder' })).toBeVisible()
  await expect(a.getByText('3+2 per side')).toBeVisible()
  await a.getByText('Add your program').click()
  await expect(a.getByText('/api/v1/ladder/hermit')).toBeVisible()
  await a.getByRole('link', { name: 'Santorini' }).click()
  await expect(a.getByText('/api/v1/ladder/santorini')).toBeVisible()
  await axe(a)
})

test('a house bot is described, and chosen from a list', async ({ person }) => {
  const a = await person('A')
  await a.goto('/#/player/hermit-1')
  await expect(a.getByText('Places blocks almost at random')).toBeVisible()
  await a.getByRole('button', { name: 'Challenge' }).click()
  await a.getByRole('button', { name: /^Nassa / }).click()
  await expect(a.getByLabel('Player name')).toHaveValue('hermit-4')
  await axe(a)
  await a.getByRole('button', { name: 'Create' }).click()
  await a.waitForURL(/#\/game\//)
})
