// @vitest-environment jsdom
// Joining a class: who will see the name, and signing out before, while the page is
// connected to the server.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { ask, Offline } from '../server/api'
import type { Wire } from '../server/link.svelte'
import { meet, told } from '../session/people.svelte'
import JoinPage from './JoinPage.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

let shown: Record<string, unknown>
afterEach(async () => {
  await unmount(shown)
  vi.unstubAllGlobals()
})

test.each([
  [
    false,
    'Only your teacher and your class can see it, unless your teacher makes the class public.',
  ],
  [true, 'Everyone can see it, because this class is public.'],
])('the page says who will see the name (public: %s)', async (isPublic, hint) => {
  vi.mocked(ask).mockResolvedValue({ class: 'Chess club', public: isPublic })
  shown = mount(JoinPage, { target: document.body, props: { name: 'code', games: [] } })
  await vi.waitFor(() => {
    flushSync()
    const described = document.querySelector('input')?.getAttribute('aria-describedby')
    expect(document.getElementById(described ?? '')?.textContent).toBe(hint)
  })
})

test('an invitation that did not come is asked for again when the network is back', async () => {
  vi.mocked(ask).mockRejectedValueOnce(new Offline())
  vi.mocked(ask).mockResolvedValue({ class: 'Chess club', public: false })
  shown = mount(JoinPage, { target: document.body, props: { name: 'code', games: [] } })
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('[role=alert]')).not.toBeNull()
  })
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('form')).not.toBeNull()
  })
})

test('signing out there is no end of the session that needs a notice', async () => {
  const wires: Wire[] = []
  vi.stubGlobal('WebSocket', function (this: Wire) {
    this.close = () => undefined
    wires.push(this)
  })
  let player: object | null = { id: 'ann', name: 'Ann', kind: 'person', class: 'c' }
  vi.mocked(ask).mockImplementation((method, path) => {
    if (method === 'DELETE') {
      player = null
      const ended = { event: 'disconnected', reason: 'sign-in' }
      wires.forEach((wire) => wire.onmessage?.({ data: JSON.stringify(ended) }))
    }
    const account = { player, ratings: [] }
    return Promise.resolve(
      path.startsWith('/invitation') ? { class: 'Chess club', public: false } : account,
    )
  })
  await meet()
  expect(wires).toHaveLength(1)
  shown = mount(JoinPage, { target: document.body, props: { name: 'code', games: [] } })
  const button = () =>
    [...document.querySelectorAll('button')].find((b) => b.textContent.trim() === 'Sign out')
  await vi.waitFor(() => expect(button()).toBeDefined())
  button()?.click()
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('form')).not.toBeNull()
  })
  expect(told()).toBeUndefined()
  expect(vi.mocked(ask).mock.calls.filter(([, path]) => path === '/account')).toHaveLength(2)
})

test('a button to join that is pressed twice joins once', async () => {
  vi.stubGlobal('WebSocket', function (this: Wire) {
    this.close = () => undefined
  })
  const player = { id: 'bob', name: 'Bob', kind: 'person', class: 'c' }
  const calls = vi.mocked(ask).mockClear()
  calls.mockImplementation((method, path) =>
    Promise.resolve(
      path === '/account'
        ? { player, ratings: [] }
        : method === 'POST'
          ? { player, code: 'secret' }
          : { class: 'Chess club', public: false },
    ),
  )
  shown = mount(JoinPage, { target: document.body, props: { name: 'code', games: [] } })
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('form')).not.toBeNull()
  })
  const form = document.querySelector('form')
  for (let times = 0; times < 2; times++) {
    form?.dispatchEvent(new Event('submit', { cancelable: true }))
  }
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('h1')?.textContent).toContain('Bob')
  })
  expect(calls.mock.calls.filter(([method]) => method === 'POST')).toHaveLength(1)
})
