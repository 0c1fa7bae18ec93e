// @vitest-environment jsdom
// Ways to sign in that replace others.
import { mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { Attempts } from '../kit/attempt.svelte'
import { ask } from '../server/api'
import Keys from './Keys.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

test('a button for recovery codes that is pressed twice makes them once', async () => {
  const codes = ['a', 'b']
  vi.mocked(ask).mockImplementation((method) =>
    Promise.resolve(method === 'POST' ? { recovery: codes } : []),
  )
  const oncodes = vi.fn()
  shown = mount(Keys, { target: document.body, props: { attempts: new Attempts(), oncodes } })
  const button = [...document.querySelectorAll('button')].find((b) =>
    b.textContent.includes('recovery codes'),
  )
  button?.click()
  button?.click()
  await vi.waitFor(() => expect(oncodes).toHaveBeenCalledWith(codes))
  expect(vi.mocked(ask).mock.calls.filter(([method]) => method === 'POST')).toHaveLength(1)
})

test('a password that is sent twice is changed once', async () => {
  vi.mocked(ask).mockResolvedValue([])
  const props = { attempts: new Attempts(), oncodes: vi.fn() }
  shown = mount(Keys, { target: document.body, props })
  const form = document.querySelector('form')
  for (let times = 0; times < 2; times++) {
    form?.dispatchEvent(new Event('submit', { cancelable: true }))
  }
  await vi.waitFor(() => expect(document.querySelector('[role=status]')?.textContent).not.toBe(''))
  expect(vi.mocked(ask).mock.calls.filter(([method]) => method === 'PUT')).toHaveLength(1)
})
