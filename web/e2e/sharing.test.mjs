// Studies on the server: saved with an account, shared by link, cloned, changed in two places.
import { axe } from './axe.mjs'
import { ask, expect, test } from './people.mjs'

async function make(page, title) {
  await page.goto('/#/studies')
  await page.getByRole('button', { name: 'New study' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Add' }).click()
  await page.waitForURL(/#\/study\/./)
  await page.locator('.place .board').waitFor()
  return /study\/([^?]*)/.exec(page.url())[1]
}

async function share(page, id, name, audience) {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('radio', { name }).check()
  const put = () =>
    page
      .context()
      .request.get(`/api/v1/study/${id}`)
      .then((answer) => answer.json())
  await expect.poll(async () => (await put()).audience).toBe(audience)
  await page.getByText('Saved on the server.').waitFor()
}

async function comment(page, text) {
  await page.getByLabel('Comment').fill(text)
}

const version = (page, id) => async () => (await ask(page, 'GET', `/study/${id}`)).version

test('a study is shared by a link, cloned, and found by everybody', async ({ person }) => {
  const [ada, bob] = [await person('Ada'), await person('Bob', { guest: true })]
  const id = await make(ada, 'A secret corner')
  await comment(ada, 'Look at a6.')
  await share(ada, id, 'Anyone with the link', 'link')
  await axe(ada, 'the dialog of sharing')
  const link = await ada.getByRole('textbox', { name: 'Link to this chapter' }).inputValue()
  await ada.getByRole('button', { name: 'Close' }).click()
  await comment(ada, 'Look at a6 twice.')
  await expect.poll(version(ada, id)).toBe(2)

  await bob.goto(link)
  await expect(bob.locator('.tree')).toContainText('Look at a6 twice.')
  await expect(bob.locator('.above .title')).toContainText(`by ${ada.name}`)
  await expect(bob.getByRole('button', { name: 'Draw', exact: true })).toHaveCount(0)
  await bob.getByRole('button', { name: 'Clone' }).click()
  await expect(bob.locator('.above .title')).toContainText('A secret corner (copy)')
  await comment(bob, 'Mine now.')

  const list = async (wanted) => {
    await bob.goto('/#/studies')
    await bob.reload()
    await bob.getByRole('button', { name: 'Public studies' }).click()
    await bob.getByRole('searchbox').fill('secret twice')
    await bob.getByText(wanted).first().waitFor()
  }
  await list('No study matches all these words.')
  await share(ada, id, 'Everyone', 'public')
  await list('A secret corner')
})

/** The same account in another browser, which keeps nothing yet. */
const elsewhere = async (person, page) =>
  person('Ada', { guest: true, storageState: await page.context().storageState() })

test('a study that only the server has is practiced in another browser', async ({ person }) => {
  const here = await person('Ada')
  const id = await make(here, 'Corners')
  const type = async (page, move) => {
    await page.getByLabel('Type a move').fill(move)
    await page.getByLabel('Type a move').press('Enter')
  }
  for (const move of ['d1-d7(g7)', 'a7-d4(d1)']) {
    await type(here, move)
    await here.locator('.tree [data-node]').filter({ hasText: move }).waitFor()
  }
  await share(here, id, 'Only me', 'private')

  const there = await elsewhere(person, here)
  await there.goto('/#/openings/amazons')
  const lines = there.getByLabel('Lines')
  await lines.locator('option', { hasText: 'on the server' }).waitFor({ state: 'attached' })
  await there.context().setOffline(true)
  await lines.selectOption('Corners (on the server)')
  await expect(there.getByRole('alert')).toBeVisible()
  await there.context().setOffline(false)
  await there.getByRole('button', { name: 'Try again' }).click()
  await expect(lines.locator('option:checked')).toHaveText('Corners: Chapter 1')
  await type(there, 'd1-d7(g7)')
  await expect(there.locator('.side').getByRole('status')).toContainText('1 of 1 move right')
  await axe(there, 'practicing a study')
})

test('a study changed in two places asks whose is kept', async ({ person }) => {
  const here = await person('Ada')
  const id = await make(here, 'Twice')
  await share(here, id, 'Only me', 'private')
  await here.getByRole('button', { name: 'Close' }).click()
  const there = await elsewhere(person, here)
  await there.goto('/#/studies')
  await there.getByRole('link', { name: 'Twice' }).click()
  await there.locator('.place .board').waitFor()
  await comment(there, 'From there.')
  await expect.poll(version(here, id)).toBe(2)

  await comment(here, 'From here.')
  await here.getByText('This study was changed somewhere else.').waitFor()
  await here.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(version(here, id)).toBe(3)
  await comment(there, 'From there again.')
  await there.getByRole('button', { name: 'Use the other version' }).click()
  await expect(there.locator('.tree')).toContainText('From here.')
  await comment(there, 'Agreed.')
  await expect.poll(version(here, id)).toBe(4)

  // Without local changes, the server's version is taken over.
  await here.goto('/#/studies')
  await here.getByRole('link', { name: 'Twice' }).click()
  await expect(here.locator('.tree')).toContainText('Agreed.')
})
