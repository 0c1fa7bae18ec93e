// Accounts, the lobby, and player pages.
import { ask, due, expect, move, test } from './people.mjs'
import { byMouse } from './taps.mjs'

test('two meet in the lobby by one press', async ({ person }) => {
  const [a, b] = [await person('A'), await person('B')]
  await a.goto('/')
  await b.goto('/')
  await a.getByRole('radio', { name: 'Hermit' }).check()
  await a.getByRole('group', { name: 'Quick pairing' }).getByText('10+5').click()
  await expect(a.getByText('Waiting for an opponent…')).toBeVisible()
  await b.getByRole('button', { name: `Join ${a.name}: Hermit, 10+5` }).click()
  for (const page of [a, b]) {
    await page.waitForURL(/#\/game\//)
    await expect(page.getByText('Hermit · 10+5 · Rated')).toBeVisible()
  }
  const { you } = await ask(a, 'GET', `/game/${a.url().split('/').at(-1)}`)
  expect(await due([a, b])).toBe(you === 1 ? a : b)
})

test('a house bot takes the seat of a guest who plays now, and answers', async ({ person }) => {
  const guest = await person('G', { guest: true })
  await guest.goto('/')
  await guest.getByRole('radio', { name: 'Hermit' }).check()
  await guest.getByRole('button', { name: 'Play now' }).click()
  await guest.waitForURL(/#\/game\//)
  for (let turn = 0; turn < 2; turn++) {
    expect(await due([guest])).toBe(guest)
    await move(guest, byMouse, turn)
  }
})

test('a challenge by link is accepted by a guest', async ({ person }) => {
  const a = await person('A')
  const guest = await person('G', { guest: true })
  await a.goto('/')
  await a.getByRole('button', { name: 'Play a friend…' }).click()
  await a.getByRole('dialog').getByRole('radio', { name: 'White' }).check()
  await a.getByRole('button', { name: 'Create' }).click()
  const link = await a.getByRole('textbox', { name: 'Link for your friend' }).inputValue()
  await guest.goto(link)
  await expect(guest.getByText('You play Black')).toBeVisible()
  await guest.getByRole('button', { name: 'Accept and play' }).click()
  await a.waitForURL(/#\/game\//)
  await guest.locator('.place .board').waitFor()
  expect(await due([a, guest])).toBe(a)
})

test('a challenge by name reaches the opponent, who declines', async ({ person }) => {
  const [a, b] = [await person('A'), await person('B')]
  // What is there before the first full update is not announced.
  const greeted = new Promise((resolve) =>
    b.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => /"hello"/.test(payload) && resolve()),
    ),
  )
  await b.goto('/#/learn')
  await greeted
  await a.goto(`/#/player/${b.name}`)
  await a.getByRole('button', { name: 'Challenge' }).click()
  await a.getByRole('button', { name: 'Create' }).click()
  await expect(a.getByText(`Challenge to ${b.name}`)).toBeVisible()
  await expect(b.getByText(`Challenge from ${a.name}`)).toBeVisible()
  await b.getByRole('link', { name: 'Open', exact: true }).click()
  await b.getByRole('button', { name: 'Decline' }).click()
  await expect(a.getByText('This challenge was declined.')).toBeVisible()
})

test('an account by password: codes, sessions, tokens, confirming, deletion', async ({
  person,
}) => {
  const page = await person('P', { guest: true })
  const name = `Pia-${Date.now() % 1e6}`
  await page.goto('/#/account')
  await page.getByRole('radio', { name: 'Create account' }).check()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const codes = (await page.getByRole('textbox', { name: 'Recovery codes' }).inputValue()).split(
    '\n',
  )
  expect(codes.length).toBeGreaterThan(4)
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByLabel('Token name').fill('my program')
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByRole('textbox', { name: /^Token\./ })).toHaveValue(/^thera_/)
  await page.getByRole('button', { name: 'Revoke my program' }).click()
  await expect(page.getByRole('button', { name: 'Revoke my program' })).toBeHidden()
  await confirmOnce(page)
  await page.getByRole('button', { name: 'Create new recovery codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Password').fill('wrong horse')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('That doesn’t match. Check what you entered.')
  await dialog.getByLabel('Password').fill('correct horse')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toBeHidden()
  const list = page.getByRole('textbox', { name: 'Recovery codes' })
  await expect(list).toBeVisible()
  const code = (await list.inputValue()).split('\n')[0]
  expect(codes).not.toContain(code)
  await confirmOnce(page)
  await page.getByRole('button', { name: 'Create new recovery codes' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alert')).toHaveText('You didn’t confirm, so nothing was changed.')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('radio', { name: 'With a recovery code' }).check()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(code)
  await page.locator('form').getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('New password').fill('password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert')).toContainText('easy to guess')
  await page.getByLabel('New password').fill('staple battery')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('this browser', { exact: true })).toBeVisible()
  await page.getByLabel(/^Your games stay/).fill(name)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.locator('form').getByRole('button', { name: 'Sign in' })).toBeVisible()
})

/** Answers the next request for recovery codes as if the user had signed in long ago. */
const confirmOnce = (page) =>
  page.route(
    '**/api/v1/account/recovery',
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: '{"reason":"confirm"}',
      }),
    { times: 1 },
  )

test('an account by passkey', async ({ person }) => {
  const page = await person('K', { guest: true })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  const name = `Kim-${Date.now() % 1e6}`
  await page.goto('/#/account')
  await page.getByRole('radio', { name: 'Create account' }).check()
  await page.getByRole('radio', { name: 'With a passkey' }).check()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('radio', { name: 'With a passkey' }).check()
  await page.locator('form').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await confirmOnce(page)
  await page.getByRole('button', { name: 'Create new recovery codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('textbox', { name: 'Recovery codes' })).toBeVisible()
})

test('a browser that is signed out elsewhere says so at once', async ({ person }) => {
  const a = await person('A')
  await a.goto('/')
  await expect(a.getByRole('link', { name: `Account: ${a.name}` })).toBeVisible()
  const sessions = await ask(a, 'GET', '/account/sessions')
  const ended = await a.context().request.delete('/api/v1/session')
  expect([sessions.length, ended.ok()]).toEqual([1, true])
  await expect(a.getByText('You’ve been signed out.')).toBeVisible()
  await expect(a.getByRole('link', { name: 'Sign in', exact: true }).first()).toBeVisible()
})
