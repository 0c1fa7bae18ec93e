// @vitest-environment jsdom
// Who comes to the page of the account because something needs one is led back to it.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { t } from '../i18n'
import { ask } from '../server/api'
import { loadMe } from '../server/me.svelte'
import AccountPage from './AccountPage.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

const ann = { id: '1', name: 'Ann', kind: 'person' as const }

/** What the server answers, by method and path. */
let has: Record<string, object>
let shown: Record<string, unknown>
const back = vi.spyOn(history, 'back').mockReturnValue()

beforeEach(async () => {
  back.mockClear()
  vi.mocked(ask).mockClear()
  has = { 'GET /account': {} }
  vi.mocked(ask).mockImplementation((method, path) =>
    Promise.resolve(has[`${method} ${path}`] ?? []),
  )
  history.replaceState({}, '', '#/account?back')
  dispatchEvent(new Event('hashchange'))
  await loadMe()
  shown = mount(AccountPage, { target: document.body })
  flushSync()
})
afterEach(() => unmount(shown))

const button = (text: string) =>
  [...document.querySelectorAll('button')].find((b) => b.textContent.trim() === text)

async function enter(answer: object, times = 1) {
  has = {
    'GET /account': { player: ann, ratings: [] },
    'POST /account': answer,
    'POST /session': {},
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('input.field')) {
    field.value = 'correct horse'
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (let i = 0; i < times; i++) {
    document.querySelector('form')?.requestSubmit()
  }
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('h1')?.textContent).toBe('Ann')
  })
}

it('after a new account, once its recovery codes are kept', async () => {
  await enter({ recovery: ['a-b', 'c-d'] })
  expect(document.querySelector('textarea')?.value).toBe('a-b\nc-d')
  expect(back).not.toHaveBeenCalled()
  button(t().account.recoveryDone)?.click()
  flushSync()
  expect(back).toHaveBeenCalledTimes(1)
})

it('a new account that is sent twice is made once', async () => {
  await enter({ recovery: ['a-b'] }, 2)
  const made = vi
    .mocked(ask)
    .mock.calls.filter(([method, path]) => method === 'POST' && path === '/account')
  expect(made).toHaveLength(1)
})

it('after signing in', async () => {
  document.querySelector<HTMLInputElement>('input[value=in]')?.click()
  flushSync()
  await enter({})
  expect(back).toHaveBeenCalledTimes(1)
})
