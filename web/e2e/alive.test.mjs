// The parts of the home page that change: a game of house bots, the puzzle of the day, great endings, and
// the offer of a tour.
import { axe } from './axe.mjs'
import { due, expect, meet, move, resign, test } from './people.mjs'

test('a visitor sees a game and an ending, and is offered a tour once', async ({ person }) => {
  const page = await person('Visitor', { guest: true })
  await page.goto('/#/')
  const offer = page.getByRole('region', { name: 'New here?' })
  await expect(offer.getByRole('link', { name: 'Hermit in a minute' })).toBeVisible()

  await page.locator('.alive').first().scrollIntoViewIfNeeded()
  const live = page.getByRole('region', { name: 'Live now' })
  await expect(live.getByText('Showcase of house bots')).toBeVisible()
  await expect(page.getByText('find the only winning move')).toBeVisible()
  await axe(page, 'the home page with all its parts')

  await offer.getByRole('button', { name: 'No, thanks' }).click()
  await expect(offer).toBeHidden()
  await page.reload()
  await page.locator('.alive').first().scrollIntoViewIfNeeded()
  await expect(live.getByText('Showcase of house bots')).toBeVisible()
  await expect(offer).toBeHidden()

  await live.getByRole('article').getByRole('link').first().click()
  await expect(page.getByText('Showcase of house bots')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Moves' }).getByRole('button').first()).toBeVisible()

  await page.goto('/#/watch')
  await page.getByRole('region', { name: 'Great endings' }).getByRole('link').first().click()
  await expect(page.locator('button[aria-current=step]')).toBeVisible()
})

test('a finished game opens at the turn that the address names', async ({ person }) => {
  const pages = [await person('One'), await person('Two')]
  const id = await meet(pages, { game: 'hermit' })
  await move(await due(pages))
  await move(await due(pages))
  const [page] = pages
  await resign(pages, page, id)
  await page.goto('/#/learn')
  await page.locator('.table').waitFor({ state: 'detached' })
  await page.goto(`/#/game/${id}?at=1`)
  await expect(page.locator('button[aria-current=step]')).toHaveAttribute('data-at', '1')
})
